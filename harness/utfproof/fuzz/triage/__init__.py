"""Triage: from a wrong answer to a finding, one for each fault, minimised and stored."""
