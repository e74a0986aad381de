"""Mutated messages between good ones: no build fails, and the rows of other keys stay."""
