"""What libFuzzer begins with, beside each fuzzer: a dictionary and the inputs of the vectors.

`python provisions.py FOLDER NAME...` writes `NAME.dict` and `NAME_seed_corpus.zip` there.
"""

from __future__ import annotations

import sys
from hashlib import sha1
from pathlib import Path
from zipfile import ZipFile

from utfproof.fuzz.inputs import dictionary
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.model.encoding import Encoding, Scheme


def write(folder: Path, names: list[str]) -> None:
    found = {
        sha1(octets, usedforsecurity=False).hexdigest(): octets for octets in seeds(Encoding.UTF_8)
    }
    for name in names:
        dictionary.write(folder / f"{name}.dict", Scheme.UTF_8)
        with ZipFile(folder / f"{name}_seed_corpus.zip", "w") as archive:
            for digest, octets in found.items():
                archive.writestr(digest, octets)


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2:])
