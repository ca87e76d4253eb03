"""The reference: UTF codecs written to be read beside their documents.

`schemes` is the entry point. UTF-8 is decoded three times, independently: `grammar` (the ABNF of
RFC 3629 section 4), `arithmetic` (its section 3) and `ranges` (Table 3 of ISO/IEC 10646); a test
compares them. Nothing here calls a codec of the host language.
"""
