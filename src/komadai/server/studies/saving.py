"""Storing changes of studies."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.tasks import Tasks

log: Final = logging.getLogger(__name__)


async def saved(tasks: Tasks, change: Coroutine[Any, Any, Any]) -> None:
    """Completes a change, even if its caller is cancelled.

    Raises ApiError ``not_found`` if the study was deleted meanwhile, ``not_saved`` if the database fails.
    """
    try:
        await tasks.complete(change)
    except IntegrityError:
        raise ApiError("not_found") from None
    except DATABASE_ERRORS as error:
        raise not_saved(error) from None


def not_saved(error: BaseException) -> ApiError:
    """The error of a change that the database has not stored, which is logged."""
    log.error("could not save a study: %s", reason_of(error))
    return save_error(error)
