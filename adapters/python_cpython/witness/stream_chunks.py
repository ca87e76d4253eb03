import codecs


class Chunks:
    """A stream that has one chunk at a time, and nothing more until the next one comes."""

    chunk = b""

    def read(self, size=-1):
        chunk, self.chunk = self.chunk, b""
        return chunk


def show(chunks):
    stream, pieces = Chunks(), []
    reader = codecs.getreader("@encoding@")(stream, "@errors@")
    try:
        for stream.chunk in [*chunks, b""]:
            pieces.append(reader.read())
        print("ok", " | ".join(" ".join(f"{ord(point):X}" for point in piece) for piece in pieces))
    except UnicodeError as error:
        print("error", error)


show([@chunks@])
