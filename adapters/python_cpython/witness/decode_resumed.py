import codecs


def new():
    return codecs.getincrementaldecoder("@name@")("@errors@")


def read_on(decoder, octets):
    try:
        decoder.decode(octets, True)
    except UnicodeError:
        pass


def show(chunks):
    decoder, pieces = new(), []
    try:
        for number, chunk in enumerate(chunks, 1):
            pieces.append(decoder.decode(chunk))
            state = decoder.getstate()
            read_on(decoder, b"".join(chunks[number:]) + b"\xff")
            decoder = decoder if number % 2 else new()
            decoder.setstate(state)
        pieces.append(decoder.decode(b"", True))
        print("ok", " | ".join(" ".join(f"{ord(point):X}" for point in piece) for piece in pieces))
    except UnicodeError as error:
        print("error", error)


show([@chunks@])
