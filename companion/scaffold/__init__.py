"""Tools for titles: a new one from the sample game, the parts it lacks, its translations.

All but the commands need what the tests need.
"""
