# SPDX-License-Identifier: BSL-1.0
import numpy as np
import pytest

import portolan
from support import WORLDS


@pytest.fixture
def rng():
    return np.random.default_rng(20)


@pytest.fixture(scope="session")
def harbour():
    return portolan.build(WORLDS / "harbour.map")


@pytest.fixture
def yard():
    """60 x 40 tiles with a wall that leaves a gap at the top."""
    tiles = np.zeros((40, 60), np.uint8)
    tiles[5:, 30] = 1
    return portolan.build(tiles)
