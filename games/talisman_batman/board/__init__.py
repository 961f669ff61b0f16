"""The board: as pages draw it, in pieces, on the big screen, as text, and in everyone's hands."""
