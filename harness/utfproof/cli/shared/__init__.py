"""Shared parts of subcommands: options, progress, runs, exit statuses."""
