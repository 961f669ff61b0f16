"""Shared base of every chapter."""
