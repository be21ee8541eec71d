"""The native part of the package."""

import numpy
from numpy.typing import NDArray

__version__: str

def games_json() -> str: ...

class Native:
    def __init__(
        self,
        *,
        id: str,
        board: str | None,
        players: list[str | None],
        seeds: list[int],
        ruleset: str,
        reward: str,
        restarts: bool,
        records: bool,
        threads: int,
    ) -> None: ...
    def shape(self) -> str: ...
    def reset(self, k: int, seed: int) -> None: ...
    def observe(
        self,
        cells: NDArray[numpy.uint8],
        units: NDArray[numpy.int16],
        mask: NDArray[numpy.uint8],
        scalars: NDArray[numpy.int32],
        rewards: NDArray[numpy.float32],
        over: NDArray[numpy.uint8],
    ) -> None: ...
    def step(
        self,
        actions: NDArray[numpy.int32],
        cells: NDArray[numpy.uint8],
        units: NDArray[numpy.int16],
        mask: NDArray[numpy.uint8],
        scalars: NDArray[numpy.int32],
        rewards: NDArray[numpy.float32],
        over: NDArray[numpy.uint8],
    ) -> None: ...
    def scores(self, k: int) -> list[int]: ...
    def seed(self, k: int) -> int: ...
    def text(self, k: int) -> str: ...
    def record(self, k: int) -> bytes: ...

class NativeRecord:
    def __init__(self, bytes: bytes) -> None: ...
    def facts(self) -> str: ...
    def verify(self) -> None: ...
    def frames(self) -> list[str]: ...
    def lessons(
        self, seat: int
    ) -> tuple[
        str,
        NDArray[numpy.uint8],
        NDArray[numpy.int16],
        NDArray[numpy.uint8],
        NDArray[numpy.int32],
        NDArray[numpy.int32],
    ]: ...
    def orders(self) -> NDArray[numpy.int32]: ...

class NativeSight:
    def __init__(self, id: str, reach: int) -> None: ...
    def channels(self) -> list[str]: ...
    def inputs(self) -> int: ...
    def actions(self) -> int: ...
    def see(
        self,
        cells: NDArray[numpy.uint8],
        units: NDArray[numpy.int16],
        mask: NDArray[numpy.uint8],
        scalars: NDArray[numpy.int32],
    ) -> tuple[NDArray[numpy.int32], NDArray[numpy.float32]]: ...
    def check(self, network: bytes) -> None: ...
