import codecs


def show(*texts):
    decoder = codecs.getincrementaldecoder("@name@")("@errors@")
    answers = []
    for octets in texts:
        try:
            answers.append(" ".join(["ok", *(f"{ord(point):X}" for point in decoder.decode(octets, True))]))
        except UnicodeError as error:
            answers.append(f"error {error}")
        decoder.reset()
    print(" / ".join(answers))


show(@chunks@)
