"""What several subcommands share: options, progress, runs, exit statuses."""
