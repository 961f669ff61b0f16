"""A certificate of the home's own, for ``make play HTTPS=1``: an authority phones trust once, and
what it vouches for.

The authority can vouch only for private networks and names of a home, so that a stolen key can't
forge a site of the internet.
"""

from __future__ import annotations

import ipaddress
import os
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.network import is_address

HOMES = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8")
HOMES_6 = ("fc00::/7", "::1/128")
NAMES = ("local", "lan", "home", "home.arpa", "internal", "box", "localhost")
"""Ends of names that only home networks give."""

TRUSTED_FOR = timedelta(days=3650)
VOUCHED_FOR = timedelta(days=397)
"""Phones take no certificate of a server that is good for much longer than a year."""
RENEWED_BEFORE = timedelta(days=30)
SKEW = timedelta(days=1)
"""A phone whose clock is a little slow trusts it, too."""


class NotAtHomeError(ValueError):
    """The address belongs to no home network; the authority may not vouch for it."""


@dataclass
class Home:
    """The files of a home's certificates, and the ``context`` of a server that runs with them."""

    folder: Path
    context: ssl.SSLContext | None = None

    @property
    def authority(self) -> Path:
        """The certificate that phones are to trust."""
        return self.folder / "authority.crt"

    @property
    def certificate(self) -> Path:
        return self.folder / "server.crt"

    @property
    def key(self) -> Path:
        return self.folder / "server.key"

    @property
    def fingerprint(self) -> str:
        """The authority's SHA-256, as phones show it."""
        found = x509.load_pem_x509_certificate(self.authority.read_bytes())
        text = found.fingerprint(hashes.SHA256()).hex().upper()
        return " ".join(text[n : n + 4] for n in range(0, len(text), 4))

    def prepare(self, *hosts: str) -> None:
        """Have an authority and a certificate for these addresses; raises ``NotAtHomeError``.

        A server that runs shows the certificate from the next connection on.
        """
        for host in hosts:
            if not at_home(host):
                raise NotAtHomeError(host)
        self.folder.mkdir(parents=True, exist_ok=True)
        secret = self.folder / "authority.key"
        if not (secret.exists() and self.authority.exists()):
            self._found(secret)
        if not self._vouched(hosts):
            self._vouch(secret, hosts)
            if self.context:
                self.context.load_cert_chain(self.certificate, self.key)

    def _found(self, secret: Path) -> None:
        key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
        name = _name("Sidekick at home")
        permitted: list[x509.GeneralName] = [x509.DNSName(each) for each in NAMES]
        permitted += [x509.IPAddress(ipaddress.ip_network(each)) for each in (*HOMES, *HOMES_6)]
        made = (
            _begun(name, name, key.public_key(), now, TRUSTED_FOR)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_uses(signs=True), critical=True)
            .add_extension(x509.NameConstraints(permitted, None), critical=True)
            .sign(key, hashes.SHA256())
        )
        _keep(secret, _private(key))
        _keep(self.authority, made.public_bytes(serialization.Encoding.PEM))

    def _vouch(self, secret: Path, hosts: tuple[str, ...]) -> None:
        authority = x509.load_pem_x509_certificate(self.authority.read_bytes())
        signer = serialization.load_pem_private_key(secret.read_bytes(), None)
        assert isinstance(signer, ec.EllipticCurvePrivateKey)
        key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
        named = x509.SubjectAlternativeName([_alternative(host) for host in hosts])
        serves = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        made = (
            _begun(_name("Sidekick"), authority.subject, key.public_key(), now, VOUCHED_FOR)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_uses(signs=False), critical=True)
            .add_extension(serves, critical=False)
            .add_extension(named, critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False
            )
            .sign(signer, hashes.SHA256())
        )
        _keep(self.key, _private(key))
        _keep(self.certificate, made.public_bytes(serialization.Encoding.PEM))

    def _vouched(self, hosts: tuple[str, ...]) -> bool:
        """Return whether the certificate there is names all of these, and for a while yet."""
        if not (self.certificate.exists() and self.key.exists()):
            return False
        made = x509.load_pem_x509_certificate(self.certificate.read_bytes())
        names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        late = made.not_valid_after_utc - RENEWED_BEFORE < datetime.now(UTC)
        authority = x509.load_pem_x509_certificate(self.authority.read_bytes())
        try:
            made.verify_directly_issued_by(authority)
        except (ValueError, TypeError, InvalidSignature):
            return False
        return not late and all(_alternative(host) in names for host in hosts)


def at_home(host: str) -> bool:
    """Return whether the authority may vouch for an address or name."""
    if is_address(host):
        found = ipaddress.ip_address(host)
        homes = HOMES if found.version == 4 else HOMES_6
        return any(found in ipaddress.ip_network(each) for each in homes)
    return any(host == each or host.endswith(f".{each}") for each in NAMES)


def _alternative(host: str) -> x509.GeneralName:
    return x509.IPAddress(ipaddress.ip_address(host)) if is_address(host) else x509.DNSName(host)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _begun(
    name: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    now: datetime,
    length: timedelta,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SKEW)
        .not_valid_after(now - SKEW + length)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _uses(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _keep(path: Path, content: bytes) -> None:
    """Write a file that only the table's own user reads."""
    with open(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
