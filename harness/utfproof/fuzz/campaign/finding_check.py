"""The check of findings that others report: the input is asked again here before one is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from utfproof.adapters.manifest import Manifest
from utfproof.engine.questions.question import expected
from utfproof.errors import UtfproofError
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.fuzz.worker.running_targets import RunningTargets
from utfproof.model.codec_id import CodecId
from utfproof.model.encoding import Encoding
from utfproof.vectors.suite import Suite

UNREPEATED = "the machine that leads the campaign did not repeat it"
NOT_HERE = "not asked again: the machine that leads the campaign cannot run the codec"


@dataclass(frozen=True, slots=True)
class FindingCheck:
    """Asks the codecs of a campaign on this machine."""

    campaign: CampaignSettings
    suite: Suite
    start_adapter: Callable[[Manifest], RunningAdapter] = RunningAdapter.of

    def checked(self, found: Sequence[Finding]) -> list[Finding]:
        """Return findings with the answers of this machine; those it does not repeat are flaky."""
        # One that is reported as flaky or as mended claims no fault.
        return [self._checked(one) if _claims(one) else one for one in found]

    def _checked(self, finding: Finding) -> Finding:
        try:
            octets = bytes.fromhex(finding.octets)
            encoding = Encoding(finding.encoding)
        except (ValueError, IndexError):
            return _unrepeated(finding)
        adapter = CodecId.parse(finding.codec).adapter
        chosen = tuple(one for one in self.campaign.chosen if one.manifest.name == adapter)
        settings = replace(self.campaign, chosen=chosen)
        running = RunningTargets(settings, self.suite, self.start_adapter, encodings=(encoding,))
        with ExitStack() as stack:
            running.start(stack)
            own = [one for one in running.observers if _shows(one, finding)]
            if finding.codec in running.absent:
                return replace(finding, reason=finding.reason or NOT_HERE)
            return _repeated(own[0], finding, octets) if own else _unrepeated(finding)


def _claims(finding: Finding) -> bool:
    return finding.state in (FindingState.NEW, FindingState.KNOWN)


def _shows(observer: Observer, finding: Finding) -> bool:
    target = observer.target
    return (target.codec, str(target.offer)) == (finding.codec, finding.operation)


def _repeated(observer: Observer, finding: Finding, octets: bytes) -> Finding:
    """Ask the input of a finding in every way of its operation."""
    try:
        around = observer.target.with_context(finding.line.encode("ascii"))
        wrong = replace(observer, target=around).judge_each([octets])[0]
    except (UtfproofError, ValueError):
        wrong = None
    if wrong is None or (wrong.divergence.kind, wrong.divergence.did) != (
        finding.kind,
        finding.did,
    ):
        return _unrepeated(finding)
    # Words about the answer are this machine's, whatever was reported.
    return replace(
        finding,
        line=wrong.question.line.decode("ascii"),
        way=wrong.question.way,
        expected=expected(wrong.question),
        actual=wrong.judgement.actual,
    )


def _unrepeated(finding: Finding) -> Finding:
    return replace(finding, state=FindingState.FLAKY, reason=UNREPEATED)
