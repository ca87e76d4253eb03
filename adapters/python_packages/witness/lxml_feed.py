from lxml import etree


def show(chunks):
    parser = etree.HTMLParser(encoding="utf-8", recover=@recover@)
    try:
        parser.feed(b"<!DOCTYPE html><plaintext>")
        for chunk in chunks:
            parser.feed(chunk)
        print("ok", *(f"{ord(point):X}" for point in parser.close().findtext(".//plaintext") or ""))
    except etree.ParseError as error:
        print("error", error)


show([@chunks@])
