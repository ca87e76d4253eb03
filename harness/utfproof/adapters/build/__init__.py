"""Building adapters: commands, archives of built adapters, and builds that measure coverage."""
