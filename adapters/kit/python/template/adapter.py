"""Under test: bytes.decode and str.encode of Python.

An error tells its start and end; what was decoded before it is lost.
"""

import platform

import protocol
from operations import Offer

VERSION = platform.python_version()  # of the library that the codec belongs to


class Codec:
    """YOUR CODEC: call it here; its errors are UnicodeDecodeError and UnicodeEncodeError.

    Another UnicodeError stands for an error that the codec does not locate.
    """

    takes_slices = False  # True offers decode-within: then `decode_buffer` takes a memoryview

    def __init__(self, errors):
        self.errors = errors

    def decode(self, data):
        return data.decode("utf-8", self.errors)

    def encode(self, text):
        return text.encode("utf-8", self.errors)

    def repeated(self, buffer):
        """A function that decodes what the buffer then holds: the sweep changes it in place."""
        return lambda: self.decode(bytes(buffer))


STRICT, REPLACE = Codec("strict"), Codec("replace")

if __name__ == "__main__":
    protocol.serve(
        "NAME",
        VERSION,
        [
            Offer("NAME", "UTF-8", "strict", whole=STRICT, writer=STRICT),
            Offer("NAME", "UTF-8", "replace", whole=REPLACE, writer=REPLACE),
        ],
    )
