"""The topic of a job on the page's socket."""

from __future__ import annotations

from typing import Annotated

import msgspec

JobId = Annotated[str, msgspec.Meta(max_length=40)]


class JobTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="job"):
    """The progress and the result of a job."""

    id: JobId
