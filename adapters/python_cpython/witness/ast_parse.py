import ast


def show(octets):
    try:
        print("ok", *(f"{ord(point):X}" for point in ast.parse(octets, mode="eval").body.value))
    except (SyntaxError, ValueError) as error:
        print("error", error)


show(b'"@octets@"')
