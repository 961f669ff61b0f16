"""Forecasts: how dice fall, what the cup promises, the best play."""
