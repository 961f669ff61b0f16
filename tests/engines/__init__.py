"""Whole turns through the pages in other people's browsers: WPE WebKit and Firefox, from Debian.

``python -m tests.engines`` plays a table of every title in each, on two phones of 390 by 664: the
visible part of a phone whose browser shows its bars.
"""
