"""Objects, Followers and Feats, in hands and on the board (p. 11)."""
