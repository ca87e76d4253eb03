import codecs


def new():
    return codecs.getincrementalencoder("@name@")("@errors@")


def write_on(encoder, text):
    try:
        encoder.encode(text)
        encoder.encode("\ud83d", True)
    except UnicodeError:
        pass


def show(chunks):
    encoder, octets = new(), b""
    try:
        for number, chunk in enumerate(chunks, 1):
            octets += encoder.encode(chunk)
            state = encoder.getstate()
            write_on(encoder, "".join(chunks[number:]))
            encoder = encoder if number % 2 else new()
            encoder.setstate(state)
        octets += encoder.encode("", True)
        print("ok", octets.hex(" "))
    except UnicodeError as error:
        print("error", error)


show([@chunks@])
