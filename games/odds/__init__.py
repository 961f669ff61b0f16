"""Chances, forecasts, best play and warnings, shared by all titles."""
