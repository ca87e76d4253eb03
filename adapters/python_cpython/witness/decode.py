@import@

def show(octets):
    try:
        print("ok", *(f"{ord(point):X}" for point in @decode@))
    except UnicodeError as error:
        print("error", error)


show(b"@octets@")
