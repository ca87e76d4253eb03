from ws4py.utf8validator import Utf8Validator


def show(octets):
    validator, text = Utf8Validator(), ["ok"]
    for octet in octets:
        state = validator.decode(octet)
        if state == validator.UTF8_REJECT:
            print("error")
            return
        if state == validator.UTF8_ACCEPT:
            text.append(f"{validator.codepoint:X}")
    print(*text if validator.state == validator.UTF8_ACCEPT else ["error at the end"])


show(b"@octets@")
