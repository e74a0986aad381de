"""What every semantic type becomes: cases, values made at random, the page of the docs."""
