import io


def show(text):
    octets = io.BytesIO()
    try:
        file = io.TextIOWrapper(octets, "@encoding@", "@errors@", newline="")
        file.write(text)
        file.flush()
        print("ok", octets.getvalue().hex(" "))
    except UnicodeError as error:
        print("error", error)


show("@points@")
