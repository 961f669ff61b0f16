"""Movement and the ways between the floors (pp. 7-8, 12-13)."""
