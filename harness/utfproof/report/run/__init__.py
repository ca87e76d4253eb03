"""Reports of a run: summary, console, page, Markdown, JUnit, JSON."""
