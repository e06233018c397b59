# SPDX-License-Identifier: BSL-1.0
"""What the enumerations of the extension are made of."""
from enum import IntEnum


class Named(IntEnum):
    """A number, so that arrays of numbers compare with it, which is written as its name."""

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)
