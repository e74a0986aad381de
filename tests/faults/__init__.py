"""Crash safety: a run that is killed anywhere leaves nothing that the next run does not mend."""
