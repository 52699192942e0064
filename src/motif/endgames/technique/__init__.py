"""Technique: the rules of endings, each said only where tables, a proof or a judge bear it out."""

from motif.endgames.technique.adviser import TechniqueAdviser
from motif.endgames.technique.judging import Judge
from motif.endgames.technique.telling import Technique, Verdict, technique
