"""What the frozen values promise: words of the protocol, claims, verdicts."""
