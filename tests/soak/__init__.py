"""The whole chain for a given time: constant changes, and something else at each build."""
