"""Does each subcommand do what it says, with the exit status and the words that were promised?"""
