@import@


def show(text):
    try:
        print("ok", @encode@.hex(" "))
    except @exception@ as error:
        print("error", error)


show("@points@")
