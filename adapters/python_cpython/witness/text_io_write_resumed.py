import io


def over(octets):
    return io.TextIOWrapper(octets, "@encoding@", "@errors@", newline="")


def write_on(file, text):
    try:
        file.write(text)
        file.write("\ud83d")
    except UnicodeError:
        pass
    file.flush()


def show(chunks):
    octets = io.BytesIO()
    file = over(octets)
    try:
        for number, chunk in enumerate(chunks, 1):
            file.write(chunk)
            position = file.tell()
            write_on(file, "".join(chunks[number:]))
            if number % 2 == 0:
                octets = io.BytesIO(octets.getvalue())
                file = over(octets)
            file.seek(position)
            file.truncate()
        print("ok", octets.getvalue().hex(" "))
    except UnicodeError as error:
        print("error", error)


show([@chunks@])
