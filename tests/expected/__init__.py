"""What the package made of known events at a known commit, to compare a new design with.

`make expected` builds the worked example, the cases of the transforms, the captures and simulated
streams, and compares every row with the results that `make expected WRITE=1` has stored. Rows are
compared by their values, not by how a table stores them: see `tables.VALUES`.
"""
