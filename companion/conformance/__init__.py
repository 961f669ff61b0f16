"""Demands on every title, as a plugin of pytest that ships with the site.

In the repository of a title, pytest's settings say ``sidekick_title = "acorns"`` and ``addopts =
"--ds=companion.conformance.settings -p companion.conformance.plugin"``.
"""
