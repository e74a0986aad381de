"""One document's events, step by step, and differences of generated documents, applied again."""

import json
from itertools import pairwise, starmap
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbt_debezium import partial_updates
from dbt_debezium.documents import MAX_DEPTH, MAX_LENGTH
from dbt_debezium.partial_updates import MAX_PADDING, apply_updates

Step = dict[str, Any]


def step(op: str = "u", **members: Any) -> Step:
    """Members that are no text yet become one."""
    texts = {n: v if v is None or type(v) is str else json.dumps(v) for n, v in members.items()}
    return {"op": op, **texts}


def update(updated: Any = None, removed: Any = None, truncated: Any = None, **members: Any) -> Step:
    described = {
        "removedFields": removed,
        "updatedFields": updated
        if updated is None or type(updated) is str
        else json.dumps(updated),
        "truncatedArrays": truncated,
    }
    return step(update_description=described, **members)


def texts(*steps: Any) -> list[str | None]:
    found: list[str | None] = json.loads(apply_updates(json.dumps(steps)) or "")
    assert len(found) == len(steps)
    return found


def changed(document: Any, *steps: Step) -> str | None:
    """Return the document after the last step, as compact text."""
    return texts(step("r", after=document), *steps)[-1]


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


# -- the seeds -----------------------------------------------------------------------------------


def test_an_unset_as_the_seed_shows_it() -> None:
    unset = {"removedFields": ["a"], "updatedFields": None, "truncatedArrays": None}
    image = '{"_id":1,"a":2,"b":{"$numberLong":"3"}}'
    result = '{"_id":1,"b":{"$numberLong":"3"}}'
    assert texts(step("c", after=image), step(update_description=unset)) == [image, result]
    assert texts(step(before=image, update_description=unset)) == [result]
    assert texts(step(before=image, after=result, update_description=unset)) == [result]
    assert texts(step(update_description=unset)) == [None]


READ = (
    '{"_id" : {"$numberLong" : "1004"},"first_name" : "Anne",'
    '"last_name" : "Kretchmar","email" : "annek@noanswer.org"}'
)
FILTER = '{"_id" : {"$numberLong" : "1004"}}'
PATCH = '{"$set":{"first_name":"Anne Marie"}}'


def test_the_life_of_a_customer_in_the_seed() -> None:
    read = READ.replace(" : ", ":")
    assert texts(
        step("r", after=READ, patch=None),
        step("u", patch=PATCH, filter=FILTER),
        step("d", filter=FILTER),
        step("u", patch=PATCH, filter=FILTER),
    ) == [read, read.replace("Anne", "Anne Marie"), None, None]


# -- which document is changed -------------------------------------------------------------------


def test_a_document_given_goes_before_its_update() -> None:
    assert texts(update({"a": 2}, after='{"a":3}'), update({"b": 1})) == [
        '{"a":3}',
        '{"a":3,"b":1}',
    ]
    assert texts(step("c", after="{}")) == ["{}"]


def test_the_own_pre_image_goes_before_the_known_document() -> None:
    assert changed('{"a":1}', update({"b": 1}, before='{"a":2}')) == '{"a":2,"b":1}'
    assert changed('{"a":1}', step(patch='{"$set":{"b":1}}', before='{"a":2}')) == '{"a":2,"b":1}'


def test_an_update_without_a_document_is_pending() -> None:
    later = [step("c", after='{"a":1}'), update({"b": 2})]
    assert texts(update({"b": 1}), step(patch=PATCH, filter=FILTER), *later) == [
        None,
        None,
        '{"a":1}',
        '{"a":1,"b":2}',
    ]


def test_a_pre_image_ends_the_waiting() -> None:
    assert texts(update({"b": 1}), update({"b": 2}, before="{}"), update({"c": 3})) == [
        None,
        '{"b":2}',
        '{"b":2,"c":3}',
    ]


def test_a_document_is_unknown_after_a_delete() -> None:
    image = '{"_id":1}'
    steps = [step("c", after=image), step("d", before=image), update({"a": 1})]
    assert texts(*steps, step("c", after=image)) == [image, None, None, image]


def test_an_update_of_nothing_keeps_the_document() -> None:
    assert (
        changed('{"a":1}', update(), update("{}", [], []), step(update_description={})) == '{"a":1}'
    )


def test_an_unknown_change_leaves_nothing_known() -> None:
    for unknown in (
        step("u"),
        step("u", before="{}"),
        step("c"),
        step("r", update_description={}),
        step("x"),
    ):
        assert texts(step("r", after="{}"), unknown, update({"a": 1})) == ["{}", None, None]


MALFORMED: list[Any] = [
    None,
    "u",
    [],
    {},
    step(after="{"),
    step(after="[]"),
    step(after=""),
    step(after="null"),
    step(after='{"a":"\\ud800"}'),
    step(after='{"d":' * (MAX_DEPTH + 1) + "1" + "}" * (MAX_DEPTH + 1)),
    step(after='{"d":' * 100_000),
    {"op": "u", "after": {}},
    {"op": ["d"]},
    step(update_description="{"),
    step(update_description="[]"),
    step(update_description={}, before="{"),
    update("{"),
    update("[]"),
    {"op": "u", "update_description": '{"updatedFields": {"a": 1}}'},
    update({"a" + ".b" * (MAX_DEPTH + 1): 1}),
    update({f"l.{MAX_PADDING + 1}": 1}),
    update({f"l.{'9' * 5000}": 1}),
    update({"n" * MAX_DEPTH: 1, ".".join(["n" * 100_000] * 100): 1}),
    update({f"{name}.{MAX_PADDING * 2 // 3}": 1 for name in "lm"}, before={"l": [], "m": []}),
    step(after='{"a":"' + "x" * MAX_LENGTH + '"}'),
    update(None, "a"),
    update(None, [1]),
    update(None, [["a"]]),
    update(None, None, {"field": "l", "size": 1}),
    update(None, None, ["l"]),
    update(None, None, [{"field": "l"}]),
    update(None, None, [{"field": "l", "size": -1}]),
    update(None, None, [{"field": "l", "size": "1"}]),
    update(None, None, [{"field": "l", "size": True}]),
    update(None, None, [{"field": "l", "size": MAX_PADDING + 2}]),
    step(patch="{"),
    step(patch="[]"),
    step(patch={"$set": 1}),
    step(patch={"$set": {}, "a": 1}),
    step(patch={"$set": {}, "base": 1}),
    step(patch={"$inc": {"a": 1}}),
    step(patch={"$v": 1, "diff": {}}),
    step(patch={"$v": 2, "$set": {}}),
    step(patch={"$v": 3, "diff": {}}),
    step(patch={"$v": "1", "$set": {}}),
    step(patch={"$v": 2}),
    *(
        step(patch={"$v": 2, "diff": diff})
        for diff in [
            1,
            {"a": True},
            {"x": {}},
            {"": {}},
            {"d": "a"},
            {"dd": {"a": False}},
            {"u": ["a"]},
            {"i": 1},
            {"sl": 1},
            {"b": {"a": {}}},
            {"sl": {"a": False, "l": 1}},
            {"sl": {"a": True, "l": "1"}},
            {"sl": {"a": True, "l": -1}},
            {"sl": {"a": True, "u": 1}},
            {"sl": {"a": True, "u-1": 1}},
            {"sl": {"a": True, "u 1": 1}},
            {"sl": {"a": True, "s-1": {}}},
            {"sl": {"a": True, "x1": 1}},
            {"sl": {"a": True, "u\u0661": 1}},
            {"sl": {"a": True, f"u{MAX_PADDING + 1}": 1}},
        ]
    ),
]


def test_the_documents_of_one_call_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is behind it waits, as an update without a document does."""
    image = '{"a":"' + "x" * 100 + '"}'
    monkeypatch.setattr(partial_updates, "MAX_RESULTS", 2 * len(image) + 20)
    assert texts(step("r", after=image), update({"b": 1}), update({"c": 1}), update({"d": 1})) == [
        image,
        image[:-1] + ',"b":1}',
        None,
        None,
    ]


@pytest.mark.parametrize("malformed", MALFORMED, ids=range(len(MALFORMED)))
def test_what_cannot_be_used_is_null_until_the_next_document(malformed: Any) -> None:
    image = '{"_id":1,"l":[0]}'
    assert texts(
        step("r", after=image), malformed, update({"a": 1}), step(after=image), update({"a": 2})
    ) == [image, None, None, image, '{"_id":1,"l":[0],"a":2}']


@pytest.mark.parametrize("text", [None, "", "null", "{}", "[", "[{]", '"[]"', "[]]", "[" * 100_000])
def test_a_value_that_is_not_an_array_is_null(text: str | None) -> None:
    assert apply_updates(text) is None


def test_an_empty_list_of_steps_gives_no_documents() -> None:
    assert apply_updates(" [ ] ") == "[]"


# -- paths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "updated", "expected"),
    [
        ({"a": 1, "b": 2}, {"a": 3}, {"a": 3, "b": 2}),
        ({"b": 2}, {"d": 1, "a": 3}, {"b": 2, "d": 1, "a": 3}),
        ({"a": {"b": 1}}, {"a": {"c": 1}}, {"a": {"c": 1}}),
        ({"a": {"b": {"c": 1, "d": 2}}}, {"a.b.c": 3}, {"a": {"b": {"c": 3, "d": 2}}}),
        ({}, {"a.b.c": 1, "a.b.d": 2}, {"a": {"b": {"c": 1, "d": 2}}}),
        ({"a": {}}, {"a.0.1": 1}, {"a": {"0": {"1": 1}}}),
        ({"": {}}, {".": 1, "a.": 2}, {"": {"": 1}, "a": {"": 2}}),
        # positions
        ({"l": [1, 2]}, {"l.0": 3}, {"l": [3, 2]}),
        ({"l": [1]}, {"l.1": 2}, {"l": [1, 2]}),
        ({"l": [1]}, {"l.3": 2}, {"l": [1, None, None, 2]}),
        ({"l": [[1]]}, {"l.0.1": 2}, {"l": [[1, 2]]}),
        ({"l": [{"a": 1}]}, {"l.0.b.c": 2}, {"l": [{"a": 1, "b": {"c": 2}}]}),
        ({"l": []}, {"l.1.a.b": 2}, {"l": [None, {"a": {"b": 2}}]}),
        # names with dots
        ({"a.b": 1, "a": {"b": 2}}, {"a.b": 3}, {"a.b": 3, "a": {"b": 2}}),
        ({"x": {"a.b": 1}}, {"x.a.b": 3}, {"x": {"a.b": 3}}),
        ({"a.b": {"c": 1}}, {"a.b.c": 3}, {"a.b": {"c": 3}}),
        ({"a.b": {"c.d": 1}}, {"a.b.c.d": 3}, {"a.b": {"c.d": 3}}),
        ({"a.b": {}, "a": {"b": {"c": 1}}}, {"a.b.c": 3}, {"a.b": {"c": 3}, "a": {"b": {"c": 1}}}),
        ({"a.b": 1, "a": {"b": {"c": 1}}}, {"a.b.c": 3}, {"a.b": 1, "a": {"b": {"c": 3}}}),
        ({"a.b": 1}, {"a.b.c": 3}, {"a.b": 1, "a": {"b": {"c": 3}}}),
        ({"l": [{"a.b": 1}]}, {"l.0.a.b": 3}, {"l": [{"a.b": 3}]}),
        # the place is taken, as when an oplog is applied again
        ({"a": 1}, {"a.b": 2, "c": 3}, {"a": 1, "c": 3}),
        ({"a": None}, {"a.b": 2}, {"a": None}),
        ({"a": {"$date": 5}}, {"a.$date": 2}, {"a": {"$date": 5}}),
        ({"l": [1]}, {"l.0.a": 2, "l.x": 3, "l.-1": 4, "l.\u0661": 5, "l.": 6}, {"l": [1]}),
    ],
)
def test_set(document: Any, updated: Any, expected: Any) -> None:
    assert changed(document, update(updated)) == compact(expected)
    assert changed(document, step(patch={"$set": updated})) == compact(expected)


@pytest.mark.parametrize(
    ("document", "removed", "expected"),
    [
        ({"a": 1, "b": 2, "c": 3}, ["a", "c"], {"b": 2}),
        ({"a": {"b": {"c": 1}, "d": 2}}, ["a.b.c"], {"a": {"b": {}, "d": 2}}),
        ({"l": [1, 2, 3]}, ["l.1"], {"l": [1, None, 3]}),
        ({"l": [{"a": 1}, 2]}, ["l.0.a"], {"l": [{}, 2]}),
        ({"a.b": 1, "a": {"b": 2}}, ["a.b"], {"a": {"b": 2}}),
        ({"a.b": {"d": 1}, "a": {"b": {"c": 2}}}, ["a.b.c"], {"a.b": {"d": 1}, "a": {"b": {}}}),
        ({"a": 1, "l": [1]}, ["b", "b.c", "a.b", "l.1", "l.x", "l.0.a"], {"a": 1, "l": [1]}),
    ],
)
def test_unset(document: Any, removed: list[str], expected: Any) -> None:
    assert changed(document, update("{}", removed)) == compact(expected)
    patch = {"$v": 1, "$unset": dict.fromkeys(removed, True)}
    assert changed(document, step(patch=patch)) == compact(expected)


@pytest.mark.parametrize(
    ("document", "field", "size", "expected"),
    [
        ({"l": [1, 2, 3]}, "l", 2, {"l": [1, 2]}),
        ({"l": [1]}, "l", 0, {"l": []}),
        ({"l": [1]}, "l", 3, {"l": [1, None, None]}),
        ({"a": [{"l": [1, 2]}]}, "a.0.l", 1, {"a": [{"l": [1]}]}),
        ({"a.l": [1, 2], "a": {"l": [1, 2]}}, "a.l", 1, {"a.l": [1], "a": {"l": [1, 2]}}),
        ({"l": 1}, "l", 0, {"l": 1}),
        ({}, "l", 0, {}),
    ],
)
def test_truncate(document: Any, field: str, size: int, expected: Any) -> None:
    for each in (size, {"$numberLong": str(size)}):
        cut = [{"field": field, "size": each}]
        assert changed(document, update(None, None, cut)) == compact(expected)


def test_arrays_are_cut_then_fields_removed_then_set() -> None:
    cut = [{"field": "l", "size": 2}]
    assert changed({"l": [1, 2, 3]}, update({"l.2": 4}, ["l.2"], cut)) == '{"l":[1,2,4]}'
    assert changed({"l": [1, 2, 3]}, update({}, ["l.1", "l.2"], cut)) == '{"l":[1,null]}'
    assert changed({"a": 1}, update({"a.b": 2}, ["a"])) == '{"a":{"b":2}}'


def test_a_renamed_field_is_removed_and_new() -> None:
    assert changed({"a": 1, "b": 2}, update({"c": 1}, ["a"])) == '{"b":2,"c":1}'


# -- patches -------------------------------------------------------------------------------------


def test_a_patch_without_operators_replaces() -> None:
    patch = step(patch='{"a":1}', filter=FILTER)
    assert changed({"b": 1, "_id": 5}, patch) == '{"_id":5,"a":1}'
    assert changed({"b": 1}, patch) == '{"a":1}'
    assert changed({"_id": 5}, step(patch='{"a":1,"_id":5}')) == '{"a":1,"_id":5}'
    assert changed({"_id": 5, "a": 1}, step(patch="{}")) == '{"_id":5}'
    assert texts(patch, step(patch=PATCH)) == [
        '{"_id":{"$numberLong":"1004"},"a":1}',
        '{"_id":{"$numberLong":"1004"},"a":1,"first_name":"Anne Marie"}',
    ]
    assert texts(step(patch='{"a":1}'), step(patch='{"diff":{"d":{"a":false}}}')) == [
        '{"a":1}',
        '{"diff":{"d":{"a":false}}}',
    ]
    assert texts(step(after="{"), patch) == [None, '{"_id":{"$numberLong":"1004"},"a":1}']


def test_a_patch_may_set_and_unset() -> None:
    for version in ({}, {"$v": 1}, {"$v": {"$numberInt": "1"}}, {"$v": {"$numberLong": "1"}}):
        patch = {**version, "$set": {"a.b": 1, "l.0": 2}, "$unset": {"c": 1, "l.1": ""}}
        assert changed({"c": 1, "l": [1, 1]}, step(patch=patch)) == '{"l":[2,null],"a":{"b":1}}'


@pytest.mark.parametrize(
    ("document", "diff", "expected"),
    [
        ({"a": 1, "b": 2}, {"d": {"a": False}}, {"b": 2}),
        ({"a": 1, "b": 2}, {"u": {"a": 3, "a.b": 4}}, {"a": 3, "b": 2, "a.b": 4}),
        ({"a": 1, "b": 2}, {"i": {"c": 3, "a": 4}}, {"b": 2, "c": 3, "a": 4}),
        ({"a": 1}, {"d": {"z": False}, "u": {"y": 1}, "i": {"x": 2}}, {"a": 1, "y": 1, "x": 2}),
        ({"a": {"b": {"c": 1}}}, {"sa": {"sb": {"u": {"c": 2}}}}, {"a": {"b": {"c": 2}}}),
        ({"a.b": {"c": 1}}, {"sa.b": {"d": {"c": False}}}, {"a.b": {}}),
        ({"": {"c": 1}, "s": {}}, {"s": {"d": {"c": False}}}, {"": {}, "s": {}}),
        ({"l": [1, 2]}, {"sl": {"a": True, "u0": 3}}, {"l": [3, 2]}),
        ({"l": [1]}, {"sl": {"a": True, "u3": 3}}, {"l": [1, None, None, 3]}),
        ({"l": [1, 2, 3]}, {"sl": {"a": True, "l": 1}}, {"l": [1]}),
        ({"l": [1]}, {"sl": {"a": True, "l": 3, "u1": 2}}, {"l": [1, 2, None]}),
        ({"l": [{"a": 1}]}, {"sl": {"a": True, "s0": {"i": {"b": 2}}}}, {"l": [{"a": 1, "b": 2}]}),
        ({"l": [[1, 2]]}, {"sl": {"a": True, "s0": {"a": True, "l": 1}}}, {"l": [[1]]}),
        # of another kind or not there, as when an oplog is applied again
        ({"a": 1}, {"sa": {"u": {"b": 1}}, "sb": {"u": {"b": 1}}}, {"a": None}),
        ({"a": {}}, {"sa": {"a": True, "u0": 1}}, {"a": None}),
        ({"l": [1]}, {"sl": {"u": {"a": 1}}}, {"l": None}),
        ({"l": [1]}, {"sl": {"a": True, "s0": {"d": {}}, "s2": {"d": {}}}}, {"l": [None] * 3}),
        ({"a": {"$date": 5}}, {"sa": {"u": {"$date": 1}}}, {"a": None}),
        ({"a": 1}, {}, {"a": 1}),
    ],
)
def test_delta(document: Any, diff: Any, expected: Any) -> None:
    assert changed(document, step(patch={"$v": 2, "diff": diff})) == compact(expected)
    assert texts(step(patch={"$v": 2, "diff": diff}, filter='{"_id":1}')) == [None]


# -- texts ---------------------------------------------------------------------------------------


def test_every_type_and_number_is_kept() -> None:
    image = (
        '{"_id":{"$oid":"65b1f0c2d3e4a5968778695a"},"long":{"$numberLong":"5"},"double":1.0,'
        '"exact":0.10000000000000000001,"date":{"$date":5},"none":{"$undefined":true},'
        '"mixed":[1,"a",[],{"$minKey":1}],"nan":{"$numberDouble":"NaN"},"zero":-0.0}'
    )
    assert changed(image, update({"a": 1})) == image[:-1] + ',"a":1}'


def test_the_dialects_become_one() -> None:
    updated = """{
        d: ISODate("1970-01-01T00:00:00.005Z"), "n": NaN, "b": {"$binary": {"base64": "AQID",
        "subType": "00"}}, "big": {"$numberLong": "9007199254740993"}, "e": 1E2
    }"""
    assert changed("{_id: ObjectId('65b1f0c2d3e4a5968778695a')}", update(updated)) == (
        '{"_id":{"$oid":"65b1f0c2d3e4a5968778695a"},"d":{"$date":5},"n":{"$numberDouble":"NaN"},'
        '"b":{"$binary":"AQID","$type":"00"},"big":{"$numberLong":"9007199254740993"},"e":1E2}'
    )


# -- differences of documents --------------------------------------------------------------------


NAMES = st.sampled_from(["a", "b", "c", "0", "1", "", "é"])
SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.text(max_size=2), st.just({"$date": 5})
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)
DOCUMENTS = st.dictionaries(NAMES, VALUES, max_size=5)


def is_document(value: Any) -> bool:
    return type(value) is dict and "$date" not in value


def is_array(value: Any) -> bool:
    return type(value) is list


def same(old: Any, new: Any) -> bool:
    return compact(old) == compact(new)


def described(old: Any, new: Any) -> Step:
    """Return the difference of two documents as a change stream describes it."""
    updated: dict[str, Any] = {}
    removed: list[str] = []
    truncated: list[dict[str, Any]] = []

    def compare(old: Any, new: Any, path: tuple[str, ...]) -> None:
        name = ".".join(path)
        if is_document(old) and is_document(new):
            removed.extend(".".join((*path, each)) for each in old if each not in new)
            for each, value in new.items():
                if each in old:
                    compare(old[each], value, (*path, each))
                else:
                    updated[".".join((*path, each))] = value
        elif is_array(old) and is_array(new):
            if len(new) < len(old):
                truncated.append({"field": name, "size": len(new)})
            for at, value in enumerate(new):
                if at < len(old):
                    compare(old[at], value, (*path, str(at)))
                else:
                    updated[f"{name}.{at}"] = value
        elif not same(old, new):
            updated[name] = new

    compare(old, new, ())
    return update(updated, removed, truncated)


def delta(old: Any, new: Any) -> Any:
    """Return the difference of two documents or two arrays as the oplog has it."""
    if type(new) is list:
        cut = {"l": len(new)} if len(new) < len(old) else {}
        updated, below = parts(dict(enumerate(old)), dict(enumerate(new)))
        return {"a": True, **cut, **{f"u{at}": value for at, value in updated.items()}, **below}
    updated, below = parts(old, {name: value for name, value in new.items() if name in old})
    return {
        "d": {name: False for name in old if name not in new},
        "u": updated,
        "i": {name: value for name, value in new.items() if name not in old},
        **below,
    }


def parts(old: Any, new: Any) -> tuple[dict[Any, Any], dict[str, Any]]:
    """Return other values, and the deltas of what contains one."""
    updated, below = {}, {}
    for name, value in new.items():
        known = old.get(name)
        if any(is_kind(known) and is_kind(value) for is_kind in (is_document, is_array)):
            below[f"s{name}"] = delta(known, value)
        elif name not in old or not same(known, value):
            updated[name] = value
    return updated, below


def in_order(old: Any, new: Any) -> Any:
    """Return the new value; its fields that were there are in their old places."""
    if is_document(old) and is_document(new):
        names = [*(name for name in old if name in new), *(name for name in new if name not in old)]
        return {name: in_order(old.get(name), new[name]) for name in names}
    if is_array(old) and is_array(new):
        return [*map(in_order, old, new), *new[len(old) :]]
    return new


@given(DOCUMENTS, DOCUMENTS)
def test_a_difference_applied_gives_the_other_document(old: Any, new: Any) -> None:
    assert changed(old, described(old, new)) == compact(in_order(old, new))


@given(DOCUMENTS, DOCUMENTS)
def test_a_delta_applied_gives_the_other_document(old: Any, new: Any) -> None:
    patch = step(patch={"$v": 2, "diff": delta(old, new)})
    assert changed(old, patch) == compact(in_order(old, new))


@given(st.lists(DOCUMENTS, min_size=1, max_size=5))
def test_updates_end_at_the_last_document(states: list[Any]) -> None:
    found = texts(step("c", after=states[0]), *starmap(described, pairwise(states)))
    assert [json.loads(each or "") for each in found] == states


# -- no input raises -----------------------------------------------------------------------------

PATHS = st.lists(st.sampled_from(["a", "l", "", "0", "2", "-1", "x"]), max_size=4).map(".".join)
ANY: st.SearchStrategy[Any] = st.recursive(
    SCALARS | st.floats() | PATHS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["$v", "$set", "$unset", "diff", "d", "u", "i", "a", "l", "sa", "sl", "u0"]
            )
            | st.sampled_from(
                ["s1", "field", "size", "updatedFields", "removedFields", "_id", "$oid"]
            )
            | st.just("truncatedArrays")
            | PATHS,
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)
STEPS = st.lists(
    st.fixed_dictionaries(
        {"op": st.sampled_from("crudx")},
        optional={
            name: ANY.map(compact) | st.text(max_size=5) | ANY
            for name in ("before", "after", "update_description", "patch", "filter")
        },
    )
    | ANY,
    max_size=5,
)


@given(STEPS)
def test_no_steps_raise(steps: list[Any]) -> None:
    for text in texts({"op": "c", "after": '{"a":{},"l":[0,{}]}'}, *steps):
        assert text is None or type(json.loads(text)) is dict


@given(st.text())
def test_no_text_raises(text: str) -> None:
    found = apply_updates(text)
    assert found is None or type(json.loads(found)) is list
