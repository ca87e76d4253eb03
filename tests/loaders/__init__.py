"""Our own loaders under fuzzing: any file is read, or refused with a clear word."""
