"""The ops that ask a decoder or a validator, each over the interfaces."""

from fields import bytes_of, refused, values


def decode(interface):
    def answer(line):
        data = bytes_of(line)
        try:
            text = interface.decode(data)
        except UnicodeError as error:
            return refused(error, len(data))
        return "ok" + values(text)

    return answer


def decode_replaced(told):
    def answer(line):
        data = bytes_of(line)
        try:
            text, replaced = told(data)
        except UnicodeError as error:
            return refused(error, len(data))
        word = {True: "yes", False: "no"}[replaced] if isinstance(replaced, bool) else replaced
        return "ok %s" % word + values(text)

    return answer


def decode_size(interface, sizes):
    def answer(line):
        data = bytes_of(line)
        try:
            text = interface.decode(data)
        except UnicodeError as error:
            return refused(error, len(data))
        return "ok %d %d" % (sizes.decoded_size(data), len(text))

    return answer


def decode_within(interface):
    def answer(line):
        before, middle, after = map(bytes_of, line.split(b" "))
        start, end = len(before), len(before) + len(middle)
        try:
            text = interface.decode_buffer(memoryview(before + middle + after)[start:end])
        except UnicodeError as error:
            return refused(error, len(middle))
        return "ok" + values(text)

    return answer


def decode_chunks(interface):
    def answer(line):
        decoder, fed, delivered = interface.decoder(), 0, ""
        try:
            for chunk in map(bytes_of, line.split(b" ")):
                fed += len(chunk)
                delivered += values(decoder.feed(chunk)) + " |"
            return "ok" + delivered + values(decoder.finish())
        except UnicodeError as error:
            return refused(error, fed) + delivered

    return answer


def decode_again(interface):
    def decode_one(decoder, data):
        try:
            return "ok" + values(decoder.decode(data))
        except UnicodeError as error:
            return refused(error, len(data))

    def answer(line):
        first, second = map(bytes_of, line.split(b" "))
        decoder = interface.decoder()
        answer_to_first = decode_one(decoder, first)
        decoder.reset()
        return answer_to_first + " / " + decode_one(decoder, second)

    return answer


def validate(interface):
    def answer(line):
        data = bytes_of(line)
        try:
            interface.decode(data)
        except UnicodeError as error:
            return refused(error, len(data))
        return "ok"

    return answer


# `truncated` tells of an error that the library raised whether it calls it a cut sequence.
def validate_cause(interface, truncated):
    def answer(line):
        data = bytes_of(line)
        try:
            interface.decode(data)
        except UnicodeError as error:
            cause = "truncated" if truncated(error) else "ill-formed"
            return refused(error, len(data)) + " " + cause
        return "ok"

    return answer


def validate_chunks(interface):
    def answer(line):
        validator, fed = interface.validator(), 0
        try:
            for chunk in map(bytes_of, line.split(b" ")):
                fed += len(chunk)
                validator.feed(chunk)
            validator.finish()
        except UnicodeError as error:
            return refused(error, fed)
        return "ok"

    return answer
