@import@

def show(text):
    try:
        print("ok", @encode@.hex(" "))
    except UnicodeError as error:
        print("error", error)


show("@points@")
