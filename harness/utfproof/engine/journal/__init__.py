"""The journal: the events of a run, stored as JSON lines, merged, resumed and summed up."""
