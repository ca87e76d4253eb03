"""Known failures: held strictly, and edited exactly."""
