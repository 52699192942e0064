"""Who judges: one judge for a study, its explanations and its training, by the name that the study was made with."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

from motif.interfaces.web.boards import Shape
from motif.interfaces.web.server import Part, part_of_server
from motif.study.judge import Judge, KeptJudges, judge_of, judged_by, spoken
from motif.study.study import Study


class JudgeShape(Shape):
    """Who judges here, by name and in a sentence for the page."""

    name: str
    sentence: str


class Judges(Part):
    """The judge of the server, and those of studies, each tried out once."""

    @cached_property
    def own(self) -> Judge:
        """Whoever judges new studies."""
        return Judge.find(self.settings.judge)

    @cached_property
    def kept(self) -> KeptJudges:
        """Those of studies and cards."""
        return KeptJudges(self.own)

    def of(self, study: Study) -> Judge | None:
        """The judge of a study; None where it is not here, or a file would have to be run that nobody named today."""
        return self.kept.named(judge_of(study.games))

    def by(self, study: Study) -> Judge:
        """The judge of a study, or else the server's."""
        return self.of(study) or self.own

    def shape(self, study: Study | None) -> JudgeShape:
        """Who judges here, and how that goes together with what a study says."""
        judge = self.own if study is None else self.by(study)
        here = spoken(judge.name)
        sentence = f"Judged by {here}."
        if study is not None:
            studied = judged_by(study.games)
            if self.of(study) is None:
                sentence = f"The study was judged by {studied}, which is not here; here {here} judges."
            elif studied == here:
                sentence = f"Judged by {here}, as in the study."
            else:
                sentence = f"The study was judged by {studied}; here {here} judges."
        return JudgeShape(name=judge.name, sentence=sentence)


JudgesHere = Annotated[Judges, part_of_server(Judges)]
"""The judges, in the parameters of a route."""
