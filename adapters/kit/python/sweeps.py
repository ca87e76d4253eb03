"""sweep: every string of some bytes behind a prefix, counted through."""

from itertools import product

from fields import bytes_of

WELL_FORMED, UNTOLD = -1, -2
MOST_FREE_BYTES = 3


def sweep(interface):
    def answer(line):
        prefix, free = line.split(b" ")
        prefix, free = bytes_of(prefix), int(free)
        if not 0 <= free <= MOST_FREE_BYTES:
            raise ValueError("N is 0 to %d" % MOST_FREE_BYTES)
        return "ok " + " ".join(runs(interface, bytearray(prefix + bytes(free)), free))

    return answer


def runs(interface, buffer, free):
    """Yields `128v`, `64i0` …, neighbours with the same label merged."""
    label, length = None, 0
    for next_label, count in counted(interface, buffer, free):
        if next_label == label:
            length += count
            continue
        if length:
            yield written(length, label)
        label, length = next_label, count
    yield written(length, label)


def written(length, label):
    if label == WELL_FORMED:
        return "%dv" % length
    return "%di" % length if label == UNTOLD else "%di%d" % (length, label)


def counted(interface, buffer, free):
    """Yields (label, count), merged for each turn of the last byte, which is the inner loop."""
    decode, size = interface.repeated(buffer), len(buffer)
    if free == 0:
        yield asked(decode, size), 1
        return
    first, last = size - free, size - 1
    for higher in product(range(256), repeat=free - 1):
        buffer[first:last] = bytes(higher)
        buffer[last] = 0
        label, start = asked(decode, size), 0
        for value in range(1, 256):
            buffer[last] = value
            try:
                decode()
                found = WELL_FORMED
            except UnicodeDecodeError as error:
                found = size - len(error.object) + error.start
            except UnicodeError:
                found = UNTOLD
            if found != label:
                yield label, value - start
                label, start = found, value
        yield label, 256 - start


def asked(decode, size):
    try:
        decode()
    except UnicodeDecodeError as error:
        return size - len(error.object) + error.start
    except UnicodeError:
        return UNTOLD
    return WELL_FORMED
