"""What the judged games of a player say together, tested and put in words; a file for each subject."""

from motif.study.subjects.whole import Learned, learn, make_profile

__all__ = ["Learned", "learn", "make_profile"]
