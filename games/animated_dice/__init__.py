"""Batman: The Animated Series Dice Game: press your luck with ten dice."""

from games.animated_dice.referee import AnimatedDice

__all__ = ["AnimatedDice"]
