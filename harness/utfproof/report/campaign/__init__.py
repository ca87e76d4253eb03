"""The divergence report: what a campaign found, for the console, a browser, and other programs."""
