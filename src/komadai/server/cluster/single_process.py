"""The cluster of a server that is the one process on its database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from komadai.server.cluster.cluster import GameOwner, RemotePresence
from komadai.server.cluster.messages import M, Message


class SingleProcess:
    """The one process on its database: it owns all games and sends no messages."""

    name = ""

    def owns(self, game_id: str) -> bool:
        return True

    def subscribe(self, kind: type[M], listener: Callable[[M], Awaitable[None]]) -> None:
        pass

    async def publish(self, message: Message) -> None:
        pass

    async def join(self) -> bool:
        return True

    def run(self, owner: GameOwner) -> None:
        pass

    async def leave(self) -> bool:
        return True

    def wake(self) -> None:
        pass

    async def release(self, game_ids: Collection[str]) -> None:
        pass

    async def ended(self, worker_id: str) -> None:
        pass

    async def set_presence(self, topic: str, person: str, here: bool, now_ms: int) -> None:
        pass

    async def presence_elsewhere(self, topics: Collection[str]) -> dict[str, list[RemotePresence]]:
        return {}
