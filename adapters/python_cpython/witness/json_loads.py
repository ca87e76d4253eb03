import json


def show(octets):
    try:
        print("ok", *(f"{ord(point):X}" for point in json.loads(octets)))
    except ValueError as error:
        print("error", error)


show(b'"@octets@"')
