import codecs


def show(chunks):
    decoder = codecs.getincrementaldecoder("@name@")("@errors@")
    try:
        pieces = [decoder.decode(chunk) for chunk in chunks] + [decoder.decode(b"", True)]
        print("ok", " | ".join(" ".join(f"{ord(point):X}" for point in piece) for piece in pieces))
    except UnicodeError as error:
        print("error", error)


show([@chunks@])
