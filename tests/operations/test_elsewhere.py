"""Tests of how far away an address is, however it is written."""

import ipaddress

import pytest

from companion.remote import HERE, HOME, WORLD, away


@pytest.mark.parametrize(
    ("address", "distance"),
    [
        ("127.0.0.1", HERE),
        ("::1", HERE),
        ("::ffff:127.0.0.1", HERE),
        ("64:ff9b::7f00:1", HERE),
        ("192.168.1.5", HOME),
        ("fd00::5", HOME),
        ("64:ff9b::c0a8:105", HOME),
        ("8.8.8.8", WORLD),
        ("2606:4700::1111", WORLD),
        ("64:ff9b::808:808", WORLD),
        ("2002:c0a8:105::1", None),
        ("2002:808:808::1", None),
        ("2001:0:c0a8:105::1", None),
        ("64:ff9b:1::c0a8:105", None),
        ("::c0a8:105", None),
        ("::7f00:1", None),
        ("fec0::5", None),
        ("169.254.169.254", None),
    ],
)
def test_distance_follows_the_embedded_address(address, distance):
    assert away(ipaddress.ip_address(address)) == distance
