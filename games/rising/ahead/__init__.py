"""Forecasts: how dice and cards fall and what they bring."""
