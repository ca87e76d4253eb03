"""The verification of a certificate: each part is checked, or reported as not checkable here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from securesystemslib.signer import SSlibKey

from utfproof import __version__, digests, storage
from utfproof.adapters import identity, needs
from utfproof.adapters.manifest import Manifest
from utfproof.certificate import certified_run, document, envelope, local_adapters, timestamp
from utfproof.certificate import statement as stated
from utfproof.certificate.certified_run import CertifiedRun
from utfproof.certificate.statement import OWN, IssueDetails
from utfproof.certificate.untrusted_json import Json
from utfproof.errors import CertificateRefused, UtfproofError
from utfproof.expectations.document import NAME as LIST
from utfproof.model.codec_id import CodecId
from utfproof.report.certificate import certificate_page as readable
from utfproof.report.run import files
from utfproof.report.text import one_line
from utfproof.vectors.suite import Suite


class CheckState(StrEnum):
    """The result of a check."""

    HOLDS = "ok"
    REFUSED = "refused"
    UNCHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Check:
    """One checked thing, its result, and the sentence about it."""

    what: str
    state: CheckState
    sentence: str = ""


@dataclass(slots=True)
class VerifiedCertificate:
    """A certificate whose signature holds, with all that was checked of it, in order."""

    path: Path
    statement: Json
    adapters: dict[str, Manifest | str]
    checks: list[Check] = field(default_factory=list)

    @property
    def own(self) -> Json:
        """Return the part of the certificate in utfproof's own vocabulary."""
        found: Json = self.statement["predicate"][OWN]
        return found

    @property
    def refused(self) -> list[Check]:
        """Return the checks that failed."""
        return [check for check in self.checks if check.state is CheckState.REFUSED]

    def holds(self, what: str) -> bool:
        """Tell whether a check was made and holds."""
        return any(check.what == what and check.state is CheckState.HOLDS for check in self.checks)


def verify(
    path: Path,
    key: SSlibKey,
    suite: Suite,
    folders: Sequence[Path] = (),
    authority: Path | None = None,
) -> VerifiedCertificate:
    """Check the signature of a certificate, and compare each of its digests with this machine.

    `folders` are the folders of adapters that lie elsewhere than on the issuer's machine,
    `authority` the file of the certificates of whom a time stamp is believed.

    Raises:
        CertificateRefused: the signature does not hold, or the payload is no certificate.
        CertificateError: the file cannot be read.
        ManifestError: a folder has no manifest that can be used.
    """
    sealed = envelope.read(path)
    payload = envelope.opened(sealed, key, str(path))
    statement = document.read(payload, f"{path}: payload")
    codecs = statement["predicate"][OWN]["codecs"]
    found = VerifiedCertificate(path, statement, local_adapters.adapters(codecs, folders))
    found.checks.append(Check("signature", CheckState.HOLDS, f"Ed25519, key {key.keyid}"))
    found.checks += _time_stamp(path, sealed, authority)
    found.checks += _program(found.own["run"], suite)
    found.checks += _beside(found, key, suite)
    for name, own in sorted(found.adapters.items()):
        found.checks += _adapter(codecs, name, own)
        signed = found.own["run"]["expectations"].get(CodecId.parse(name).adapter)
        found.checks += _known_failures(signed, name, own)
    return found


def _time_stamp(path: Path, sealed: bytes, authority: Path | None) -> Iterator[Check]:
    """Check the time stamp beside a certificate; who names an authority wants one."""
    what, token = "time stamp", path.with_name(timestamp.NAME)
    try:
        answer = storage.content(token, timestamp.LARGEST)
    except FileNotFoundError:
        if authority:
            yield Check(what, CheckState.REFUSED, f"no {timestamp.NAME} beside the certificate")
        return
    except OSError as error:
        yield Check(what, CheckState.REFUSED, str(error.strerror))
        return
    if authority is None:
        yield Check(what, CheckState.UNCHECKED, "say whom you believe: --tsa-certificate FILE")
        return
    try:
        stamped = timestamp.signature(sealed, str(path))
        stamp = timestamp.verified(answer, stamped, authority, token.name)
    except CertificateRefused as error:
        yield Check(what, CheckState.REFUSED, str(error.problem))
        return
    yield Check(what, CheckState.HOLDS, f"signed before {stamp:%Y-%m-%d %H:%M:%S} UTC")


def _compared(what: str, now: str, signed: str, problem: str) -> Check:
    if now == signed:
        return Check(what, CheckState.HOLDS, signed)
    return Check(what, CheckState.REFUSED, f"{problem}: {signed} was signed, {now} is here")


def _unchanged(what: str, path: Path, signed: str, problem: str) -> Check:
    # A file with holes may claim to be so large that its digest takes days.
    if path.stat().st_size > storage.LARGEST:
        return Check(what, CheckState.REFUSED, f"larger than {storage.LARGEST >> 20} MiB")
    return _compared(what, digests.of_file(path), signed, problem)


def _program(signed: Json, suite: Suite) -> Iterator[Check]:
    vectors, harness = signed["vectors"], signed["harness"]
    sentence = f"not the vectors {vectors['version']} that were asked"
    if suite.digest != vectors["sha256"]:
        yield _compared("vectors", suite.digest, vectors["sha256"], sentence)
    else:
        yield _compared("vectors", digests.vectors(), vectors["dirHash"], sentence)
    sentence = f"not the utfproof {harness['version']} that asked"
    # Another version explains another digest; to say the version helps more than the digest.
    if __version__ != harness["version"]:
        yield _compared("harness", __version__, harness["version"], sentence)
    else:
        yield _compared("harness", digests.harness(), harness["dirHash"], sentence)


def _beside(found: VerifiedCertificate, key: SSlibKey, suite: Suite) -> Iterator[Check]:
    """Check the files beside the certificate: the journal, its reports, the page."""
    folder, signed = found.path.parent, found.own["run"]["journal"]
    journal = folder / signed["name"]
    same = found.holds("vectors") and found.holds("harness")
    if not journal.is_file():
        yield Check("journal", CheckState.UNCHECKED, f"no {signed['name']} beside the certificate")
        yield Check("results", CheckState.UNCHECKED, "they follow from the journal")
        yield Check("reports", CheckState.UNCHECKED, "they follow from the journal")
    else:
        check = _unchanged("journal", journal, signed["sha256"], "it was changed")
        yield check
        yield from _followed(found, journal, suite, same=same and check.state is CheckState.HOLDS)
    page = folder / readable.NAME
    if not page.is_file():
        yield Check("page", CheckState.UNCHECKED, f"no {readable.NAME} beside the certificate")
    elif not same:
        yield Check(
            "page", CheckState.UNCHECKED, "it is made anew with the same harness and vectors"
        )
    else:
        # The page is not signed: it holds only if it is what the signed statement makes it.
        right = readable.render(found.statement, key.keyid, suite)
        yield _unchanged("page", page, digests.of_text(right), "it does not say what was signed")
    yield _nothing_added(folder, journal, found.own["run"].get("files", {}))


def _nothing_added(folder: Path, journal: Path, signed: Mapping[str, str]) -> Check:
    """Refuse files in a run's folder that are neither signed nor follow from signed ones."""
    if not journal.is_file():
        return Check("folder", CheckState.UNCHECKED, "it is not that of the run")
    follow = {journal.name, envelope.NAME, timestamp.NAME, readable.NAME, *files.NAMES}
    others = sorted(path.name for path in folder.iterdir() if path.name not in follow)
    for name in others:
        shown = one_line(name)
        if name not in signed:
            sentence = f"nobody signed {shown}: move it out of the run's folder"
            return Check("folder", CheckState.REFUSED, sentence)
        try:
            now = hashlib.sha256(storage.content(folder / name)).hexdigest()
        except OSError as error:
            return Check("folder", CheckState.REFUSED, f"{shown}: {error.strerror}")
        if now != signed[name]:
            return Check("folder", CheckState.REFUSED, f"{shown} was changed")
    return Check("folder", CheckState.HOLDS, "nothing was added to it")


def _followed(
    found: VerifiedCertificate, journal: Path, suite: Suite, *, same: bool
) -> Iterator[Check]:
    """Check the consequences of the journal: the signed results, and the reports beside it."""
    # Another harness or suite may judge the same answers otherwise: a difference shows nothing.
    if not same:
        sentence = "they follow from the journal, with the same harness and vectors"
        yield Check("results", CheckState.UNCHECKED, sentence)
        yield Check("reports", CheckState.UNCHECKED, sentence)
        return
    try:
        read = certified_run.read(journal, suite)
        yield _results(found, read, suite)
    except UtfproofError as error:
        yield Check("results", CheckState.REFUSED, str(error))
        yield Check("reports", CheckState.UNCHECKED, "they follow from the results")
        return
    try:
        yield _reports(read, suite, journal.parent)
    except UtfproofError as error:  # a campaign of a newer version is in the folder too
        yield Check("reports", CheckState.UNCHECKED, str(error))


def _results(found: VerifiedCertificate, read: CertifiedRun, suite: Suite) -> Check:
    """State the run anew, and compare."""
    own = found.own
    url = found.statement["predicate"].get("url", "")
    files_signed = own["run"].get("files", {})
    issue = IssueDetails(own["issuer"], own["number"], own["issued"], url, files_signed)
    if stated.statement(read, suite, issue, own["score"]) != found.statement:
        return Check("results", CheckState.REFUSED, "the journal does not show what was signed")
    return Check("results", CheckState.HOLDS, "they follow from the journal")


def _reports(read: CertifiedRun, suite: Suite, folder: Path) -> Check:
    """Render the run again, and compare it with the reports beside the journal."""
    right = files.rendered(read.summary, suite, folder)
    there = {name: text for name, text in right.items() if (folder / name).is_file()}
    for name, text in there.items():
        if digests.of_file(folder / name) != digests.of_text(text):
            hint = "`utfproof report RUN --format files` renders it again"
            return Check(
                "reports", CheckState.REFUSED, f"{name} does not follow from the journal; {hint}"
            )
    if not there:
        return Check("reports", CheckState.UNCHECKED, "none beside the journal")
    return Check("reports", CheckState.HOLDS, f"{', '.join(sorted(there))} follow from the journal")


def _adapter(codecs: Sequence[Json], name: str, own: Manifest | str) -> Iterator[Check]:
    """Check the sources and the build of an adapter."""
    mine = (item for item in codecs if CodecId.parse(item["codec"]).build == name)
    # All codecs of an adapter come of one build (certified_run holds them to that): any will do.
    signed = next((item for item in mine if item["sources_dirHash"]), None)
    sources, product = f"{name}: sources", f"{name}: build product"
    if signed is None:
        yield Check(sources, CheckState.UNCHECKED, "nothing of it was assessed")
        return
    if isinstance(own, str):
        yield Check(sources, CheckState.UNCHECKED, own)
        yield Check(product, CheckState.UNCHECKED, own)
        return
    try:
        now = identity.sources(own)
    except UtfproofError as error:
        yield Check(sources, CheckState.REFUSED, str(error))
        return
    check = _compared(sources, now, signed["sources_dirHash"], "they were changed")
    yield check
    if check.state is not CheckState.HOLDS:
        sentence = "its sources are not those that were signed"
        yield Check(product, CheckState.UNCHECKED, sentence)
        return
    # Only here are programs started: the tools that the manifest names say their versions.
    try:
        yield _product(product, identity.product(own), signed["product_dirHash"], own)
    except UtfproofError as error:
        yield Check(product, CheckState.REFUSED, str(error))


def _known_failures(signed: str | None, name: str, own: Manifest | str) -> Iterator[Check]:
    """Compare the list of known failures; another one changes no verdict, and refuses nothing."""
    if signed is None:
        return
    what = f"{name}: known failures"
    beside = None if isinstance(own, str) else own.folder / LIST
    if beside and beside.is_file() and digests.of_file(beside) == signed:
        yield Check(what, CheckState.HOLDS, signed)
    else:
        sentence = f"another list, or none, is beside the adapter here; {signed} was signed"
        yield Check(what, CheckState.UNCHECKED, sentence)


def _product(what: str, built: str, signed: str, manifest: Manifest) -> Check:
    if not built and signed:
        lacking = needs.missing(manifest)
        why = f"it needs {', '.join(lacking)}" if lacking else "it was not built on this machine"
        return Check(what, CheckState.UNCHECKED, f"{why}; {signed} was signed")
    if not signed:
        return Check(what, CheckState.HOLDS, "nothing is built: the sources are what runs")
    return _compared(what, built, signed, "it is not the build that was tested")
