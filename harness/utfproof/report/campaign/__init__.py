"""The divergence report: the findings of a campaign, for a console, a browser, other programs."""
