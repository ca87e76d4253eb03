@import@


def show(octets):
    try:
        print("ok", *(f"{ord(point):X}" for point in @decode@ or ""))
    except @exception@ as error:
        print("error", error)


show(b"@octets@")
