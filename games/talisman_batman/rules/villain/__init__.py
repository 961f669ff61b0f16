"""A villain's numbers and fortunes (pp. 4, 11, 14)."""
