@import@


def show(octets):
    valid, complete, _, _ = Utf8Validator().validate(octets)
    print("valid" if valid and complete else "invalid")


show(b"@octets@")
