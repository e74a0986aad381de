"""Rules that explain, by type, setting and data, a value that the connector does not write.

Each rule looks at the truth, what was built and the field, never at a table's, column's or row's
name. A difference that no rule explains is a difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from dbt_debezium.replay.values import Field, canonical

JULIAN = datetime(1582, 10, 15)


@dataclass(frozen=True)
class Case:
    """A value that differs: as the database printed it, as it was built, both in one form."""

    field: Field
    connector: str
    truth: Any
    built: Any
    true_form: Any
    built_form: Any
    first_schema: bool
    """Whether the column is in the oldest schema of its topic."""
    nulls_are_defaults: bool
    """Whether the converter writes a column's default for a null."""
    unavailable: bool
    """True if the built row lists the column as unavailable."""
    scales: frozenset[int]
    """The scales that the column has had, where no message states its own."""
    end: datetime
    """When the last event was written, in UTC."""


def null_as_default(case: Case) -> bool:
    return (
        case.nulls_are_defaults
        and case.truth is None
        and case.field.default is not None
        and case.built is not None
    )


def unavailable(case: Case) -> bool:
    return case.unavailable and case.built is None


def unavailable_number(case: Case) -> bool:
    return (
        case.connector == "postgresql"
        and case.field.semantic == "VariableScaleDecimal"
        and case.built is None
        and case.truth is not None
    )


def not_a_number(case: Case) -> bool:
    return case.truth == "NaN" and case.built is None


def out_of_range(case: Case) -> bool:
    return (
        case.built is None
        and isinstance(case.truth, str)
        and case.field.spark.partition("(")[0] in {"date", "timestamp", "timestamp_ntz"}
        and (case.truth.endswith(("infinity", "BC")) or bool(re.match(r"\d{5,}", case.truth)))
    )


def other_calendar(case: Case) -> bool:
    try:
        away = abs(case.true_form - case.built_form)
        early = case.true_form < (JULIAN if isinstance(case.true_form, datetime) else JULIAN.date())
    except TypeError:
        return False
    return bool(early and away <= timedelta(days=12))


def nested_array(case: Case) -> bool:
    return (
        isinstance(case.truth, list)
        and any(isinstance(each, list) for each in case.truth)
        and isinstance(case.built, list)
        and all(each is None for each in case.built)
    )


def signed(case: Case) -> bool:
    return (
        isinstance(case.true_form, Decimal)
        and case.true_form >= 2**63
        and case.built_form == case.true_form - 2**64
    )


def zero_date(case: Case) -> bool:
    return (
        isinstance(case.truth, str)
        and bool(re.match(r"\d{4}-(00-\d\d|\d\d-00)", case.truth))
        and (case.built is None or str(case.built).startswith("1970-01-01"))
    )


def escaped(case: Case) -> bool:
    return (
        case.field.semantic in {"Enum", "EnumSet"}
        and isinstance(case.built, str)
        and case.built.replace("\\", "") == str(case.truth).replace("\\", "")
    )


def milliseconds(case: Case) -> bool:
    """Connect's own types of time have milliseconds."""
    if case.field.semantic not in {"Time", "Timestamp"}:
        return False
    if isinstance(case.true_form, int) and isinstance(case.built_form, int):
        return case.true_form // 1000 == case.built_form // 1000 and case.built_form % 1000 == 0
    if isinstance(case.true_form, datetime) and isinstance(case.built_form, datetime):
        away = case.true_form - case.built_form
        return timedelta() < abs(away) < timedelta(milliseconds=1)
    return False


def too_long(case: Case) -> bool:
    return case.field.semantic == "MicroDuration" and abs(case.built_form or 0) >= 2**63 - 1


def other_scale(case: Case) -> bool:
    newest = case.field.scale
    return (
        isinstance(case.true_form, Decimal)
        and isinstance(case.built_form, Decimal)
        and any(case.true_form == case.built_form.scaleb(newest - each) for each in case.scales)
    )


def after_the_end(case: Case) -> bool:
    return isinstance(case.true_form, datetime) and case.true_form > case.end


def later_column(case: Case) -> bool:
    if case.first_schema:
        return False
    return case.built is None or case.built_form == canonical(case.field.default, case.field)


SIGNED = "an unsigned number arrives signed"
UNAVAILABLE = "a large value that no event of the key carries"
WATERMARK = "a watermark of the connector's own"
ABSENT = "the connector leaves the type out"
RENAMED = "the column's name arrives with characters replaced"
RULES: dict[str, Callable[[Case], bool]] = {
    "the converter writes a null as the column's default": null_as_default,
    UNAVAILABLE: unavailable,
    "a large number without precision arrives as null": unavailable_number,
    "NaN has no decimal form": not_a_number,
    "beyond Spark's years": out_of_range,
    "a day before 1582, by the connector's other calendar": other_calendar,
    "an array of arrays arrives as nulls": nested_array,
    SIGNED: signed,
    "a zero date is null or the first day": zero_date,
    "an enum's comma or quote is escaped": escaped,
    "Connect's time types have milliseconds": milliseconds,
    "an interval beyond 64 bits of microseconds": too_long,
    "bytes do not contain the scale, which changed": other_scale,
    "written after the last event": after_the_end,
    "the column came after the row's last event": later_column,
}


def reason(case: Case) -> str | None:
    """Return why the event did not contain the value; None if no rule explains it."""
    return next((name for name, rule in RULES.items() if rule(case)), None)
