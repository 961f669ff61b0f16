"""Forecasts: how dice fall and what they bring."""
