"""A study with all that its page shows."""

from __future__ import annotations

from typing import NamedTuple

from komadai.server.people.profiles import person_name
from komadai.server.people.store import Account
from komadai.server.studies import wire
from komadai.server.studies.chapter_people import ChapterPeople
from komadai.server.studies.store import ChapterRow, PersonRow, StudyRow, StudyStore, may_write


class WholeStudy(NamedTuple):
    """A study with all that its page shows, for all who look at it."""

    row: StudyRow
    invited: list[PersonRow]
    accounts: dict[str, Account]
    """The owner and the invited, by id."""
    chapters: list[ChapterRow]

    def seen_by(self, person: str | None) -> wire.StudyView:
        """The study, as this person sees it."""
        row = self.row
        return wire.StudyView(
            id=row.id,
            name=row.name,
            owner=person_name(self.accounts.get(row.owner_id)),
            mine=row.owner_id == person,
            can_write=may_write(row, person, self.invited),
            visibility=row.visibility,
            writers=row.writers,
            chapters=[wire.ChapterSummary(each.id, each.name) for each in self.chapters],
            people=[
                wire.InvitedPerson(
                    person=person_name(self.accounts.get(each.person_id)), may_write=each.may_write
                )
                for each in self.invited
            ],
            game=row.game_id,
        )


async def whole_study(study: StudyRow, store: StudyStore, people: ChapterPeople) -> WholeStudy:
    """Reads what belongs to a study."""
    invited = await store.people(study.id)
    accounts = await people.accounts([study.owner_id, *(each.person_id for each in invited)])
    return WholeStudy(study, invited, accounts, await store.chapters(study.id))
