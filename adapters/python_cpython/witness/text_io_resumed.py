import io


class Pieces(io.RawIOBase):
    def __init__(self, chunks):
        self.chunks, self.at = chunks, 0
        self.data = b"".join(chunks)

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, offset, whence=0):
        self.at = (0, self.at, len(self.data))[whence] + offset
        return self.at

    def readinto(self, buffer):
        end = 0
        for chunk in self.chunks:
            end += len(chunk)
            if end > self.at:
                break
        piece = self.data[self.at : end][: len(buffer)]
        buffer[: len(piece)] = piece
        self.at += len(piece)
        return len(piece)


def read_on(file):
    try:
        file.read()
    except UnicodeError:
        pass


def show(chunks):
    file = io.TextIOWrapper(io.BufferedReader(Pieces(chunks)), "@encoding@", "@errors@", newline="")
    points = []
    try:
        while character := file.read(1):
            points.append(f"{ord(character):X}")
            position = file.tell()
            read_on(file)
            file.seek(position)
        print("ok", "| " * len(chunks) + " ".join(points))
    except UnicodeError as error:
        print("error", error)


show([@chunks@])
