"""The files of known failures that a run is held against, and the edits that it calls for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from utfproof import storage
from utfproof.adapters.registry import SelectedAdapter
from utfproof.digests import of_file
from utfproof.engine.journal.events import Event
from utfproof.errors import ExpectationsError
from utfproof.expectations import document, rendered
from utfproof.expectations.document import Defect, ExpectationFile
from utfproof.expectations.observed_failures import ObservedFailures
from utfproof.expectations.run_check import RunCheck
from utfproof.expectations.update import revised
from utfproof.model.codec_id import CodecId


@dataclass(frozen=True, slots=True)
class FileEdit:
    """A file of known failures that is not right: its text as it was read, and the right one.

    `new_dates` are the dates of expiry that only the right one has.
    """

    path: Path
    before: str
    text: str
    new_dates: tuple[date, ...] = ()

    @property
    def difference(self) -> str:
        """Return the difference between both; "" for none."""
        return rendered.edit(str(self.path), self.before, self.text)

    def make(self) -> None:
        """Write the file; its folder is made if need be.

        Raises:
            ExpectationsError: it cannot be written, or somebody else has changed it meanwhile.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with storage.locked(self.path.parent):
                if _text(self.path) != self.before:
                    problem = "was changed while this run went on, and is left as it is"
                    hint = "run again with --update"
                    raise ExpectationsError(problem, place=str(self.path), hint=hint)
                storage.replace(self.path, self.text)
        except OSError as error:
            hint = "give a file of your own with --expect"
            raise ExpectationsError(str(error.strerror), place=str(self.path), hint=hint) from None


class ExpectationFiles:
    """The known failures of the adapters that a run is about."""

    def __init__(
        self,
        chosen: Sequence[SelectedAdapter],
        own: Path | None,
        level: str,
        *,
        whole: bool,
        today: date,
    ) -> None:
        """Read the file beside each adapter, or the one given instead of them.

        Raises:
            ExpectationsError: a file is wrong, or names a codec that its adapter does not have.
        """
        chosen = [item for item in chosen if not item.manifest.problem]
        self._files = {item.manifest.name: own or _beside(item) for item in chosen}
        self._level = level
        self._today = today
        self._texts = {path: _text(path) for path in self._paths()}
        documents = [document.load(path) for path in self._paths() if path.exists()]
        for found in documents:
            _check_names(found, chosen)
        self._watch = RunCheck(documents, level, whole, today)

    @property
    def documents(self) -> Sequence[ExpectationFile]:
        """Return the files that are there."""
        return self._watch.documents

    def digests(self) -> dict[str, str]:
        """Return the SHA-256 of the files that are there, by the adapter that each speaks of."""
        return {name: of_file(path) for name, path in sorted(self._files.items()) if path.is_file()}

    def _paths(self) -> list[Path]:
        return list(dict.fromkeys(self._files.values()))

    def watch(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Iterator[Event]:
        """Pass events on and add expectations; `before` are the events of an interrupted run."""
        return self._watch.follow(events, before)

    def edits(self) -> list[FileEdit]:
        """List the files that would have to change for this run to be as expected."""
        known = {found.path: found for found in self._watch.documents}
        found = (self._edit(path, known.get(path)) for path in self._paths())
        return [edit for edit in found if edit.difference]

    def _edit(self, path: Path, now: ExpectationFile | None) -> FileEdit:
        codecs = dict(now.codecs) if now else {}
        for record in self._watch.records.values():
            own = CodecId.parse(record.codec)
            # What fails on another processor alone is shown, and not written into the list.
            if not own.cpu and self._files.get(own.adapter) == path:
                codecs = _with(codecs, record, self._level, self._today)
        text = rendered.text(codecs) if codecs or now else ""
        before = _dates(now.codecs) if now else set()
        return FileEdit(path, self._texts[path], text, tuple(sorted(_dates(codecs) - before)))


def _with(
    codecs: Mapping[str, tuple[Defect, ...]], record: ObservedFailures, level: str, today: date
) -> dict[str, tuple[Defect, ...]]:
    """Put a codec's defects as a run saw them in the place of those that are listed."""
    defects = revised(codecs.get(record.codec, ()), record, level, today)
    rest = {name: listed for name, listed in codecs.items() if name != record.codec}
    return {**rest, record.codec: defects} if defects else rest


def _dates(codecs: Mapping[str, Iterable[Defect]]) -> set[date]:
    return {one.expires for defects in codecs.values() for one in defects if one.expires}


def _text(path: Path) -> str:
    """Return the text of a file; "" where there is none, or none that can be read."""
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def _beside(item: SelectedAdapter) -> Path:
    return item.manifest.folder / document.NAME


def _check_names(found: ExpectationFile, chosen: Sequence[SelectedAdapter]) -> None:
    """A codec that is misspelt would never be looked at."""
    for item in chosen:
        adapter, elsewhere = item.manifest.name, item.manifest.elsewhere
        for name in found.codecs:
            own = CodecId.parse(name)
            if own.adapter == adapter and own.codec not in [*item.manifest.codecs, *elsewhere]:
                hint = f"adapter.yaml has {', '.join(item.manifest.codecs)}"
                raise ExpectationsError(f"no codec {name}", place=str(found.path), hint=hint)
