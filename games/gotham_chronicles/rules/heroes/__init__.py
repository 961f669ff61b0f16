"""The heroes' own chapters (p.18-25)."""
