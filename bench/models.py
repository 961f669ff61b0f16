"""The two tables of the bare view: a row that changes, and lines that are added."""

from django.db import models


class Counter(models.Model):
    n = models.PositiveIntegerField(default=0)
    text = models.TextField()

    def __str__(self) -> str:
        return str(self.n)


class Line(models.Model):
    counter = models.ForeignKey(Counter, on_delete=models.CASCADE)
    text = models.TextField()

    def __str__(self) -> str:
        return self.text
