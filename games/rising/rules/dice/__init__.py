"""Hero dice: in the pool, on cards, and what they brought."""
