"""The people of a chapter: who has written or may write, and who is here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from komadai.messages.text import Text
from komadai.play.state import color_name
from komadai.server.cluster.cluster import Cluster, RemotePresence
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.people.profiles import DELETED
from komadai.server.people.store import Account, PeopleStore
from komadai.server.studies import wire
from komadai.server.studies.chapter import Chapter
from komadai.server.studies.open_chapters import OpenChapters
from komadai.server.studies.store import PersonRow, StudyRow, StudyStore, may_write

ATTENDED: Final = "c:"
"""The prefix of a chapter's id in the table of presence."""

PLAYERS: Final = {"black": Text("Black", "先手"), "white": Text("White", "後手")}


class People(NamedTuple):
    """The people of a chapter, for all who look at it."""

    persons: list[tuple[str, wire.ChapterPerson]]
    """Those present who have written or may write, with their ids; ``seen_by`` marks the viewer."""
    readers: int
    """The number of pages of others."""
    invited: list[PersonRow]
    """The persons who are invited to the study."""

    def seen_by(self, viewer: str | None) -> list[wire.ChapterPerson]:
        """The persons, as this one sees them."""
        return [
            msgspec.structs.replace(view, you=True) if person == viewer else view
            for person, view in self.persons
        ]


class ChapterPeople:
    """Finds the people of the chapters, on all processes of the database."""

    def __init__(
        self, cluster: Cluster, registry: GameRegistry, store: StudyStore, people: PeopleStore
    ) -> None:
        self._cluster, self._registry, self._store, self._people = cluster, registry, store, people

    async def of(self, chapter: Chapter, study: StudyRow) -> People:
        """The people of a chapter. The number of statements does not depend on how many they are."""
        topic = ATTENDED + chapter.row.id
        others = (await self._cluster.presence_elsewhere([topic])).get(topic, ())
        elsewhere = {each.person for each in others if each.here}
        here = elsewhere | {each.guest for each in chapter.watchers}
        rows = await self._store.people(study.id)
        invited = {each.person_id: each for each in rows}
        colors = await self._colors(study)
        for person in sorted({*colors, *(each for each in here if each is not None)}):
            if person in colors or may_write(study, person, rows):
                chapter.key_of(person)
        accounts = await self.accounts(chapter.authors)
        people = []
        for key, person in enumerate(chapter.authors):
            account = accounts.get(person)
            color = colors.get(person)
            view = wire.ChapterPerson(
                key=key,
                name=_name_of(account, color, key),
                account=None if account is None or account.deleted_ms is not None else account.name,
                color=color,
                you=False,
                here=person in here,
                declined=person in invited and invited[person].declined,
            )
            people.append((person, view))
        readers = sum(each.guest is None or each.guest not in chapter.authors for each in chapter.watchers)
        readers += len(elsewhere - set(chapter.authors))
        return People(people, readers, rows)

    async def inside(self, studies: Mapping[str, Sequence[str]], opened: OpenChapters) -> dict[str, int]:
        """How many people are in each of these studies, which are given with the ids of their chapters."""
        topics = [ATTENDED + each for chapters in studies.values() for each in chapters]
        elsewhere = await self._cluster.presence_elsewhere(topics)
        return {
            study: len({one for each in chapters for one in _present(opened.get(each), elsewhere, each)})
            for study, chapters in studies.items()
        }

    async def _colors(self, study: StudyRow) -> dict[str, Any]:
        """The colours of the players of the game that is gone over, by person."""
        if study.game_id is None:
            return {}
        live = await self._registry.game(study.game_id)
        pairs = zip(live.guests, live.game.colors or (), strict=False)
        return {guest: color_name(color) for guest, color in pairs if guest is not None}

    async def accounts(self, persons: Sequence[str]) -> dict[str, Account]:
        """The accounts among these persons, by id."""
        return await self._people.accounts(sorted(set(persons)))


def _present(
    chapter: Chapter | None, elsewhere: Mapping[str, Sequence[RemotePresence]], chapter_id: str
) -> Iterator[object]:
    """Yields the ids of the persons who have a chapter open, and the pages of those without an id."""
    if chapter is not None:
        yield from (each.guest or each for each in chapter.watchers)
    yield from (each.person for each in elsewhere.get(ATTENDED + chapter_id, ()) if each.here)


def _name_of(account: Account | None, color: Any, key: int) -> Text:
    if account is None:
        return PLAYERS[color] if color is not None else Text(f"Guest {key + 1}", f"ゲスト{key + 1}")
    return DELETED if account.deleted_ms is not None else Text(account.display_name, account.display_name)
