"""A time-stamping authority on the loopback: `openssl ts -reply` behind a server of HTTP."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_SETTINGS = """\
[tsa]
default_tsa = here
[here]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
certs = {folder}/root.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
ess_cert_id_alg = sha256
ess_cert_id_chain = no
"""


def _certificate(
    key: rsa.RSAPublicKey, name: str, issuer: str, since: datetime, until: datetime
) -> x509.CertificateBuilder:
    subject, issued_by = (
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)]) for text in (name, issuer)
    )
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issued_by)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(until)
    )


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority with a certificate of its own root, and files in a folder."""

    folder: Path

    @property
    def certificates(self) -> Path:
        return self.folder / "root.pem"

    @classmethod
    def made(cls, folder: Path, since: int = -60, until: int = 3600) -> Authority:
        """Make its keys; its certificate is valid between these seconds from now."""
        folder.mkdir()
        (folder / "openssl.cnf").write_text(_SETTINGS.format(folder=folder), "ascii")
        (folder / "serial").write_text("01\n", "ascii")
        root, own = (rsa.generate_private_key(65537, 2048) for _ in range(2))
        name = f"root {folder.name}"
        now = datetime.now(UTC)
        a_day = timedelta(days=1)
        top = _certificate(root.public_key(), name, name, now - a_day, now + a_day)
        top = top.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        between = (now + timedelta(seconds=since), now + timedelta(seconds=until))
        leaf = _certificate(own.public_key(), "tsa", name, *between)
        purpose = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
        leaf = leaf.add_extension(purpose, critical=True)
        for file, made in (("root.pem", top), ("tsa.pem", leaf)):
            signed = made.sign(root, hashes.SHA256())
            (folder / file).write_bytes(signed.public_bytes(Encoding.PEM))
        plain = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (folder / "tsa.key").write_bytes(own.private_bytes(*plain))
        return cls(folder)

    def answer(self, query: bytes) -> bytes:
        asked, told = self.folder / "asked", self.folder / "told"
        asked.write_bytes(query)
        settings = ("-config", self.folder / "openssl.cnf", "-section", "here")
        words = ("openssl", "ts", "-reply", "-queryfile", asked, *settings, "-out", told)
        subprocess.run(words, check=True, capture_output=True)
        return told.read_bytes()

    @contextmanager
    def served(self) -> Iterator[str]:
        """Serve it; yield its address."""
        with serving(self.answer) as address:
            yield address


@contextmanager
def serving(answer: object) -> Iterator[str]:
    """Answer each query that is posted by a function's octets; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.headers["Content-Type"] == "application/timestamp-query"
            assert callable(answer)
            told = answer(query)
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            self.wfile.write(told)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
