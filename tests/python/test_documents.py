"""The value of an event: the transforms' rules one by one, and that no input raises."""

import json
from collections import Counter
from collections.abc import Iterator
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbt_debezium.documents import (
    BAD_VALUE,
    MAX_DEPTH,
    MAX_LENGTH,
    NAME_COLLISION,
    TOO_DEEP,
    TOO_LARGE,
    decode_arrays,
    write_document,
    write_key,
)

Path = tuple[str, ...]
OID = "65b1f0c2d3e4a5968778695a"


def written(
    image: str | None = None,
    update: dict[str, Any] | str | None = None,
    key: str | None = None,
    deleted: str | None = None,
    message: dict[str, Any] | str | None = None,
    **options: Any,
) -> str | None:
    texts = [
        each if each is None or isinstance(each, str) else json.dumps(each)
        for each in (update, message)
    ]
    return write_document(image, texts[0], key, deleted, texts[1], json.dumps(options))


def encoded(document: str | None) -> str | None:
    """Return what the macro encode_arrays requests."""
    return written(document, scalars="extended", array_encoding="document")


def test_nothing_given_is_null() -> None:
    assert write_document(None, None, "1", None, "{}", None) is None
    assert write_document("{}", None, None, None, None, None) == "{}"


# -- full documents ------------------------------------------------------------------------------


def test_a_document_keeps_its_order_and_its_names() -> None:
    image = f'{{"z": 1, "_id": {{"$oid": "{OID}"}}, "a.b": {{"c.d": null}}, "": {{}}}} and more'
    assert written(image) == f'{{"z":1,"_id":"{OID}","a.b":{{"c.d":null}},"":{{}}}}'


def test_an_undefined_field_is_left_out() -> None:
    nothing = '{"$undefined": true}'
    image = f'{{"a": {nothing}, "b": {{"c": {nothing}, "d": 1}}, "e": [{nothing}, 1]}}'
    assert written(image) == '{"b":{"d":1},"e":[null,1]}'
    assert written(image, array_encoding="document") == '{"b":{"d":1},"e":{"_0":null,"_1":1}}'
    assert written(image, scalars="extended") == image.replace(": ", ":").replace(", ", ",")


@pytest.mark.parametrize(
    ("image", "removed", "expected"),
    [
        ('{"a":1}', ["b", "c"], '{"a":1,"b":null,"c":null}'),
        ('{"a":1}', ["a"], '{"a":1}'),
        ('{"a":{"b":1}}', ["a.c"], '{"a":{"b":1,"c":null}}'),
        ('{"a":{"b":1}}', ["a.b"], '{"a":{"b":1}}'),
        ('{"a":{"b":{}}}', ["a.b.c", "a.b.d"], '{"a":{"b":{"c":null,"d":null}}}'),
        ('{"a":[1,{"b":2}]}', ["a.1.c"], '{"a":[1,{"b":2,"c":null}]}'),
        ('{"a":[{},{"b":2}]}', ["a.0.c"], '{"a":[{"c":null,"b":null},{"c":null,"b":2}]}'),
        ('{"a":[[{}]]}', ["a.0.0.b"], '{"a":[[{"b":null}]]}'),
        ('{"a":1}', ["a.b", "b.c", "b.c.d", "a."], '{"a":1}'),
        ('{"a":[1]}', ["a.1", "a.0", "a.0.b", "a.1.b", "a.x.b", "a.-1.b", "a.².b"], '{"a":[1]}'),
        ('{"a.b":1,"a":{}}', ["a.b"], '{"a.b":1,"a":{}}'),
        ('{"a":{"$date":5}}', ["a.b"], '{"a":5}'),
        ('{"a":{"":{}}}', ["a..b", "."], '{"a":{"":{"b":null}}}'),
        ("{}", None, "{}"),
    ],
)
def test_removed_fields_are_null(image: str, removed: list[str], expected: str) -> None:
    update = {"removedFields": removed, "updatedFields": "not read", "truncatedArrays": None}
    assert written(image, update) == expected


# -- partial updates -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("updated", "removed", "expected"),
    [
        ('{"a":1,"b":{"$numberLong":"2"}}', None, '{"a":1,"b":2,"_id":7}'),
        ('{"a":1,"_id":8}', None, '{"a":1,"_id":8}'),
        ('{"a":1}', ["b"], '{"a":1,"b":null,"_id":7}'),
        ("{a: 1, 'b.c': 2}", ["a", "d.e"], '{"a":null,"b.c":2,"d.e":null,"_id":7}'),
        (None, ["a"], '{"a":null,"_id":7}'),
        (None, None, '{"_id":7}'),
        ('{"a":{"$undefined":true}}', None, '{"_id":7}'),
    ],
)
def test_a_partial_update(updated: str | None, removed: list[str] | None, expected: str) -> None:
    update: dict[str, Any] = {"updatedFields": updated, "removedFields": removed}
    assert written(None, update, "7") == expected
    update["truncatedArrays"] = [{"field": "a", "size": 1}]
    assert written(None, update, "7") == expected
    assert written(None, "{}", "7") == '{"_id":7}'


@pytest.mark.parametrize(
    ("updated", "removed", "expected"),
    [
        ('{"a.b":1,"c.0.d":2}', ["e.f"], '{"a-b":1,"c-0-d":2,"e-f":null}'),
        ('{"a.b":{"c":1,"d.e":2}}', [], '{"a-b-c":1,"a-b-d.e":2}'),
        ('{"a.b":1,"x":2,"a-b":3}', [], '{"a-b":3,"x":2}'),
        ('{"a.b":1}', ["a-b"], '{"a-b":null}'),
        ('{"a.b":{"c":1},"a-b-c":2}', [], NAME_COLLISION),
    ],
)
def test_dots_give_way_to_the_delimiter(updated: str, removed: list[str], expected: str) -> None:
    update = {"updatedFields": updated, "removedFields": removed}
    assert written(None, update, delimiter="-") == expected


# -- the id --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (f'{{"$oid":"{OID}"}}', f'"{OID}"'),
        ('{"x":1,"y":[{"$numberLong":"2"}]}', '{"x":1,"y":[2]}'),
        (' "a" ', '"a"'),
        ("ObjectId('x')", '{"$oid":"x"}'),
        ("null", "null"),
        ('{"$undefined":true}', "null"),
    ],
)
def test_the_id_is_read_as_documents_are(key: str, expected: str) -> None:
    assert written(None, "{}", key) == f'{{"_id":{expected}}}'


def test_the_id_is_flattened_with_the_rest() -> None:
    assert written(None, "{}", '{"x":1}', delimiter="_") == '{"_id_x":1}'


def test_a_value_gets_the_id_only_on_request() -> None:
    def with_id(image: str | None, deleted: str | None, asked: bool = True) -> str | None:
        return written(image, None, "7", deleted, rewrite_with_id=asked)

    assert with_id('{"a":1}', "false") == '{"a":1,"__deleted":false,"_id":7}'
    assert with_id(None, "true") == '{"__deleted":true,"_id":7}'
    assert with_id('{"_id":8,"a":1}', "true") == '{"_id":8,"a":1,"__deleted":true}'
    assert with_id('{"a":1}', None) == '{"a":1}'
    assert with_id('{"a":1}', "true", asked=False) == '{"a":1,"__deleted":true}'


# -- __deleted -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("image", "deleted", "document", "row"),
    [
        ('{"a":1}', "true", '{"a":1,"__deleted":true}', '{"a":1,"__deleted":"true"}'),
        ('{"a":1}', "false", '{"a":1,"__deleted":false}', '{"a":1,"__deleted":"false"}'),
        (None, "true", '{"__deleted":true}', '{"__deleted":"true"}'),
        ('{"__deleted":2,"a":1}', "true", '{"__deleted":true,"a":1}', NAME_COLLISION),
    ],
)
def test_deleted_is_marked(image: str | None, deleted: str, document: str, row: str) -> None:
    assert written(image, deleted=deleted) == document
    assert written(image, deleted=deleted, extended_json=False) == row


def test_a_partial_update_is_marked_after_its_id() -> None:
    update = {"updatedFields": '{"a.b":1}'}
    assert written(None, update, "7", "false") == '{"a.b":1,"_id":7,"__deleted":false}'


# -- rows ----------------------------------------------------------------------------------------


def test_a_row_is_not_converted() -> None:
    row = (
        '{"a":1.50,"b":1E400,"c":123456789012345678901234567890,"d":{"$oid":"x"},'
        '"e":[{"f":1},{"g":-0}],"h":{"$date":5},"i":[[],[1]]}'
    )
    assert written(row, extended_json=False, array_encoding="document", delimiter="_") == row
    assert written("{a: 1}", extended_json=False) == BAD_VALUE


FIELDS = [
    {"field": "id", "type": "int32"},
    {"field": "a", "default": "x"},
    {"field": "b", "default": 1.50},
    {"field": "c", "default": None},
]


def event(before: Any, after: Any) -> dict[str, Any]:
    fields = [{"field": "before", "fields": FIELDS[:2]}, {"field": "after", "fields": FIELDS}]
    return {"schema": {"fields": fields}, "payload": {"before": before, "after": after}}


def test_defaults_replace_nulls() -> None:
    def filled(deleted: str | None, message: Any, **options: Any) -> str | None:
        options = {"extended_json": False, "replace_null_with_default": True, **options}
        return written(
            '{"id":null,"a":null,"b":null,"c":null}', None, None, deleted, message, **options
        )

    inserted = event(None, {"id": 1})
    kept = '{"id":null,"a":null,"b":null,"c":null'
    assert filled("false", inserted) == '{"id":null,"a":"x","b":1.5,"c":null,"__deleted":"false"}'
    assert (
        filled("true", event({}, None))
        == '{"id":null,"a":"x","b":null,"c":null,"__deleted":"true"}'
    )
    assert filled(None, inserted) == kept + "}"
    for message in (inserted["payload"], None, {"schema": None, "payload": inserted["payload"]}):
        assert filled("false", message) == kept + ',"__deleted":"false"}'
    assert (
        filled("false", inserted, replace_null_with_default=False) == kept + ',"__deleted":"false"}'
    )
    assert filled("false", inserted, extended_json=True) == kept + ',"__deleted":false}'


# -- added fields --------------------------------------------------------------------------------

PAYLOAD = (
    '{"before":"{}","op":"u","ts_ms":1.50,"name":"top","source":{"db":"d","lsn":123456789012345678901,'
    '"name":"s","nothing":null},"transaction":null,"changes":["a"],"updateDescription":{"removedFields":["x"]}}'
)  # fmt: skip


@pytest.mark.parametrize("message", [PAYLOAD, f'{{"schema":{{}},"payload":{PAYLOAD}}}'])
@pytest.mark.parametrize(
    ("struct", "field", "document", "row"),
    [
        (None, "op", '"u"', '"u"'),
        (None, "ts_ms", "1.50", "1.50"),
        ("source", "db", '"d"', '"d"'),
        ("source", "lsn", "123456789012345678901", "123456789012345678901"),
        ("source", "name", '"s"', '"s"'),
        ("source", "nothing", "null", "null"),
        ("source", "changes", '["a"]', '["a"]'),
        ("transaction", "id", "null", "null"),
        ("updateDescription", "removedFields", '["x"]', '["x"]'),
        ("updateDescription", "updateDescription", *2 * ['{"removedFields":["x"]}']),
        ("before", "name", "null", "null"),
        (None, "absent", "null", None),
        ("source", "absent", "null", None),
        ("absent", "name", "null", None),
    ],
)
def test_fields_are_added(
    message: str, struct: str | None, field: str, document: str, row: str | None
) -> None:
    asked = [["__x", struct, field]]
    expected = {True: f'{{"a":1,"__x":{document}}}', False: f'{{"a":1,"__x":{row}}}'}
    if row is None:
        expected[False] = '{"a":1}'
    for extended, value in expected.items():
        assert (
            written('{"a":1}', message=message, extended_json=extended, add_fields=asked) == value
        )


def test_added_fields_come_last_and_the_first_of_a_name_counts() -> None:
    asked = [["y", None, "op"], ["x", "source", "db"], ["y", "source", "db"], ["z", "gone", "z"]]
    options: dict[str, Any] = {"message": PAYLOAD, "add_fields": asked, "rewrite_with_id": True}
    assert (
        written("{}", None, "7", "false", **options)
        == '{"__deleted":false,"_id":7,"y":"u","x":"d","z":null}'
    )
    asked = [["y", None, "gone"], ["y", None, "op"]]
    assert written("{}", message=PAYLOAD, extended_json=False, add_fields=asked) == '{"y":"u"}'
    assert written("{}", add_fields=asked) == '{"y":null}'


@pytest.mark.parametrize("extended", [True, False])
def test_an_added_field_does_not_replace_another(extended: bool) -> None:
    def added(name: str, field: str) -> str | None:
        asked = [[name, None, field]]
        return written(
            '{"a":1}', None, None, "true", PAYLOAD, extended_json=extended, add_fields=asked
        )

    assert added("a", "op") == NAME_COLLISION
    assert added("__deleted", "op") == NAME_COLLISION
    assert (added("a", "absent") == NAME_COLLISION) == extended


# -- flattening ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("image", "options", "expected"),
    [
        ('{"a":{"b":{"c":1},"d":2},"e":3}', {}, '{"a_b_c":1,"a_d":2,"e":3}'),
        ('{"a":{"b":1}}', {"delimiter": ""}, '{"ab":1}'),
        ('{"a":{"b.c":1},"d.e":2}', {"delimiter": "."}, '{"a.b.c":1,"d.e":2}'),
        ('{"a":{},"b":{"c":{}},"d":null}', {}, '{"d":null}'),
        ('{"a":{"b":[{"c":{"d":1}}]}}', {}, '{"a_b":[{"c":{"d":1}}]}'),
        ('{"a":[[],{"b":1}]}', {"array_encoding": "document"}, '{"a__1_b":1}'),
        ('{"a":{"$regex":"b","$options":""}}', {}, '{"a_regex":"b","a_options":""}'),
        ('{"a":{"$minKey":1}}', {}, '{"a":{"$minKey":1}}'),
        ('{"a":{"b":{"$date":5}}}', {}, '{"a_b":5}'),
        ('{"a":{"b":{"$date":5}}}', {"scalars": "extended"}, '{"a_b":{"$date":5}}'),
        ('{"a":{"$code":"f","$scope":{"b":{"c":1}}}}', {}, '{"a_code":"f","a_scope_b_c":1}'),
        ('{"a_b":1,"a":{"b":2}}', {}, NAME_COLLISION),
        ('{"a":{"b_c":1,"b":{"c":2}}}', {}, NAME_COLLISION),
        ('{"a_b":1,"a":{"b":{}}}', {}, '{"a_b":1}'),
    ],
)
def test_documents_are_flattened(image: str, options: dict[str, Any], expected: str) -> None:
    assert written(image, **{"delimiter": "_", **options}) == expected


def test_what_is_added_is_flattened_too() -> None:
    options: dict[str, Any] = {
        "add_fields": [["s", "updateDescription", "updateDescription"]],
        "delimiter": "_",
        "rewrite_with_id": True,
    }
    value = written('{"a":{"b":1}}', None, '{"c":2}', "true", PAYLOAD, **options)
    assert value == '{"a_b":1,"__deleted":true,"_id_c":2,"s_removedFields":["x"]}'


# -- arrays --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        ("[]", "[]"),
        ('[1,"a",null,2.50,true]', '[1,"a",null,2.5,true]'),
        ('[{"a":1},{"b":"c"}]', '[{"a":1,"b":null},{"a":null,"b":"c"}]'),
        ('[{},{"a":1}]', '[{"a":null},{"a":1}]'),
        ("[{},{}]", "[{},{}]"),
        ('[{"b":1},{"a":1,"b":2}]', '[{"b":1,"a":null},{"b":2,"a":1}]'),
        ('[{"a":1},null,2,{"b":3}]', '[{"a":1,"b":null},null,2,{"a":null,"b":3}]'),
        ('[{"d":{"x":1}},{"d":{"y":2}}]', '[{"d":{"x":1,"y":null}},{"d":{"x":null,"y":2}}]'),
        ('[{"d":{"x":1}},{"d":null},{}]', '[{"d":{"x":1}},{"d":null},{"d":null}]'),
        (
            '[{"f":[{"x":1}]},{"f":[]},{"f":[{"y":2},3]}]',
            '[{"f":[{"x":1,"y":null}]},{"f":[]},{"f":[{"x":null,"y":2},3]}]',
        ),
        ("[[1],[],[2]]", "[[1],[2]]"),
        ("[[[1],[]],[],[[]],[[[]],[2]]]", "[[[1]],[[2]]]"),
        ("[[]]", "[]"),
        ('[[{"a":1}],[{"b":2}]]', '[[{"a":1,"b":null}],[{"a":null,"b":2}]]'),
        ('[[{"a":[[],[1]]}],1]', '[[{"a":[[1]]}],1]'),
        (
            '[{"$regex":"a","$options":""},{"b":1}]',
            '[{"regex":"a","options":""},{"b":1}]',
        ),
        ('[{"$minKey":1},{"b":1},{"$date":5}]', '[{"$minKey":1},{"b":1},5]'),
        ('[{"a":{"$undefined":true}},{"a":1},{"b":{"$undefined":true}}]',
         '[{"a":null},{"a":1},{"a":null}]'),
        ('[{"$code":"f","$scope":{"a":[{"b":1},{}]}}]',
         '[{"code":"f","scope":{"a":[{"b":1},{"b":null}]}}]'),
    ],
)  # fmt: skip
def test_elements_of_an_array_share_a_type(array: str, expected: str) -> None:
    assert written(f'{{"a":{array}}}') == f'{{"a":{expected}}}'
    assert written(f'{{"a":{{"b":{array}}}}}') == f'{{"a":{{"b":{expected}}}}}'


def test_extended_arrays_lose_nothing() -> None:
    image = '{"a":[[],[{"b":1},{"c":[]}],{"$date":5},{"$undefined":true}]}'
    assert written(image, scalars="extended") == image
    assert written(image, scalars="key") == image


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ('{"a":[1,"a",null]}', '{"a":{"_0":1,"_1":"a","_2":null}}'),
        ('{"a":[]}', '{"a":{}}'),
        (
            '{"a":[[1,2],[1,2],[]]}',
            '{"a":{"_0":{"_0":1,"_1":2},"_1":{"_0":1,"_1":2},"_2":{}}}',
        ),
        ('{"a":[{},1,{"b":[2]}]}', '{"a":{"_0":{},"_1":1,"_2":{"b":{"_0":2}}}}'),
        ('{"_0":[1]}', '{"_0":{"_0":1}}'),
        ('{"a":[{"$regex":"b","$options":""}]}', '{"a":{"_0":{"regex":"b","options":""}}}'),
        ('{"a":[{"$code":"f","$scope":{"b":[1]}}]}',
         '{"a":{"_0":{"code":"f","scope":{"b":{"_0":1}}}}}'),
        ("{}", "{}"),
    ],
)  # fmt: skip
def test_arrays_become_objects(image: str, expected: str) -> None:
    assert written(image, array_encoding="document") == expected


finite = st.floats(0, allow_infinity=False)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | finite | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=4)
    ),
    max_leaves=20,
)
documents = st.dictionaries(st.text(max_size=2), plain, max_size=5)


def sharing(values: list[Any]) -> bool:
    """Return whether values of one type have the same fields, and no empty arrays as elements."""
    objects = [value for value in values if isinstance(value, dict)]
    arrays = [value for value in values if isinstance(value, list)]
    return (
        len({tuple(each) for each in objects}) < 2
        and all([] not in each for each in arrays)
        and all(sharing([each[name] for each in objects]) for name in (objects or [{}])[0])
        and (not arrays or sharing([element for each in arrays for element in each]))
    )


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """All that is no null, with the names above it."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from leaves(member, (*path, name))
    elif isinstance(value, list):
        for element in value:
            yield from leaves(element, path)
    elif value is not None:
        yield path, repr(value)


@given(documents)
def test_arrays_get_nothing_but_nulls_and_lose_nothing_but_empty_arrays(
    document: dict[str, Any],
) -> None:
    once = written(json.dumps(document))
    assert once is not None
    aligned = json.loads(once)
    assert list(aligned) == list(document)
    assert sharing([aligned])
    assert Counter(leaves(aligned)) == Counter(leaves(document))
    assert written(once) == once


# -- encode and decode ---------------------------------------------------------------------------


def array_paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where the arrays of a document end up once encoded."""
    if isinstance(value, list):
        yield path
        value = {f"_{i}": element for i, element in enumerate(value)}
    if isinstance(value, dict):
        for name, member in value.items():
            yield from array_paths(member, (*path, name))


@pytest.mark.parametrize(
    "number",
    "1.0 1.50 -0 -0.0 1E400 1e-400 0.00001 9007199254740993 123456789012345678901234567890 "
    "0.1000000000000000055511151231257827".split(),
)
def test_encoded_numbers_keep_their_text(number: str) -> None:
    assert encoded(f'{{"a":[{number}],"b":{number}}}') == f'{{"a":{{"_0":{number}}},"b":{number}}}'


def test_a_value_that_is_not_a_document_is_not_encoded() -> None:
    assert [encoded(text) for text in (None, "", "[1]", "{")] == [None] + [BAD_VALUE] * 3
    assert [decode_arrays(text, "[]") for text in (None, "", "[1]", "{", "{a:1}")] == [None] * 5
    assert [decode_arrays('{"a":{}}', paths) for paths in ("{}", "[1]", "[[[]]]", "")] == [
        None,
        None,
        None,
        '{"a":{}}',
    ]


special = st.sampled_from(
    [
        {"$oid": OID},
        {"$numberLong": "5"},
        {"$numberDouble": "NaN"},
        {"$date": 5},
        {"$binary": "", "$type": "00"},
        {"$code": "f", "$scope": {"a": [[], {"b": []}]}},
        {"$undefined": True},
    ]
)


@given(documents | st.dictionaries(st.text(max_size=2), st.lists(special | st.lists(special))))
def test_encoding_loses_nothing(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    extended, with_objects = written(text, scalars="extended"), encoded(text)
    assert extended is not None
    assert with_objects is not None
    assert not list(array_paths(json.loads(with_objects)))
    paths = json.dumps(list(array_paths(json.loads(extended))))
    assert decode_arrays(with_objects, paths) == extended


# -- keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "document", "expected"),
    [
        ("5", None, '{"_id":5}'),
        ('{"$numberLong":"5"}', '{"_id":6}', '{"_id":5}'),
        (None, '{"a":1,"_id":{"$numberDecimal":"5.0"}}', '{"_id":5}'),
        ('"5"', None, '{"_id":"5"}'),
        (f'{{"$oid":"{OID.upper()}"}}', None, f'{{"_id":{{"$oid":"{OID}"}}}}'),
        ('{"b":1.0,"a":[{"$date":5}]}', None, '{"_id":{"b":1,"a":[{"$date":5}]}}'),
        ("null", '{"_id":6}', None),
        ("nonsense", '{"_id":6}', None),
        ("", None, None),
        (None, '{"a":1}', None),
        (None, "nonsense", None),
        (None, None, None),
    ],
)
def test_keys(key: str | None, document: str | None, expected: str | None) -> None:
    assert write_key(key, document) == expected


# -- what cannot be written ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", *'null|1|"a"|[1]|[{}]|{|{"a":1|{"a":"\\ud800"}|{"\\ud800":1}|\ufeff{}'.split("|"),
     f'{{"$oid":"{OID}"}}', '{"$undefined":true}', "nonsense"],
)  # fmt: skip
def test_a_value_that_is_not_a_document_is_invalid(text: str) -> None:
    assert written(text) == BAD_VALUE
    assert written(None, {"updatedFields": text}) == BAD_VALUE
    assert written(text, deleted="true", delimiter="_") == BAD_VALUE


@pytest.mark.parametrize("key", ["", "nonsense", "1 2", "{", "[", f"{OID}", '"\\ud800"'])
def test_an_id_that_cannot_be_read_is_an_invalid_value(key: str) -> None:
    assert written(None, "{}", key) == BAD_VALUE
    assert written('{"_id":1}', None, key) == '{"_id":1}'


@pytest.mark.parametrize(
    "update",
    [*'null|1|"a"|[1]|{||{a:1}'.split("|"), {"removedFields": "a"}, {"removedFields": [1]},
     {"removedFields": [None]}, {"updatedFields": 1}, {"updatedFields": {}}],
)  # fmt: skip
def test_an_update_that_cannot_be_read_is_an_invalid_value(update: Any) -> None:
    assert written(None, update, delimiter="_") == BAD_VALUE
    assert written(None, update) == BAD_VALUE


@pytest.mark.parametrize(
    "message",
    ["", "null", "[]", "{", '{"schema":{},"payload":1}', '{"schema":1,"payload":{}}'],
)
def test_a_message_that_cannot_be_read_is_an_invalid_value(message: str) -> None:
    found = written("{}", message=message, add_fields=[["x", None, "op"]])
    assert found == (BAD_VALUE if message else '{"x":null}')
    assert written("{}", message=message) == "{}"


@pytest.mark.parametrize(
    "options",
    ["{", "[]", '{"unknown":1}', '{"scalars":"x"}', '{"scalars":[]}', '{"array_encoding":"x"}',
     '{"delimiter":5}', '{"add_fields":1}', '{"add_fields":[["a"]]}',
     '{"add_fields":[["a",[],"b"]]}', '{"add_fields":[[["a"],null,"b"]]}'],
)  # fmt: skip
def test_invalid_options_are_rejected(options: str) -> None:
    assert write_document('{"a":{"b":[]}}', None, None, None, None, options) == BAD_VALUE


@pytest.mark.parametrize("options", [None, "", "{}", '{"delimiter":null,"add_fields":null}'])
def test_options_may_be_left_out(options: str | None) -> None:
    assert write_document('{"a":[{}]}', None, None, None, None, options) == '{"a":[{}]}'


@pytest.mark.parametrize("extended", [True, False])
@pytest.mark.parametrize("encoding", ["array", "document"])
@pytest.mark.parametrize("scalars", ["connect", "extended", "key"])
@pytest.mark.parametrize(
    ("levels", "opening", "closing"),
    [
        (1, '{"a":', "}"),
        (1, "[", "]"),
        (2, '[{"a":', "}]"),
        (2, '{"$code":"","$scope":{"a":', "}}"),
    ],
)
@pytest.mark.parametrize("beyond", [0, 1, 1_000, 100_000])
def test_depth_is_bounded(
    extended: bool,
    encoding: str,
    scalars: str,
    levels: int,
    opening: str,
    closing: str,
    beyond: int,
) -> None:
    times = (MAX_DEPTH - 1) // levels + beyond
    text = '{"a":' + times * opening + "1" + times * closing + "}"
    options: dict[str, Any] = {"array_encoding": encoding, "scalars": scalars}
    options["extended_json"] = extended
    assert (written(text, **options) == TOO_DEEP) == (beyond > 0)


N = MAX_LENGTH // 100
HOSTILE: dict[str, tuple[str, dict[str, Any], str]] = {
    "a text too long": ('{"a":"' + "x" * MAX_LENGTH + '"}', {}, TOO_LARGE),
    "names that grow": ((f'{{"a":1,"{"n" * N}":') * 20 + "1" + "}" * 20, {}, TOO_LARGE),
    "fields of others": (
        '{"a":[' + ",".join(f'{{"f{i}":1}}' for i in range(10_000)) + "]}",
        {"delimiter": None},
        TOO_LARGE,
    ),
    "a digit too many": ('{"a":' + "9" * 1_000_000 + "}", {}, '{"a":' + "9" * 1_000_000 + "}"),
    "an exponent": ('{"a":1e999999999,"b":-1e-999999999}', {}, '{"a":"Infinity","b":0.0}'),
    "a decimal's exponent": (
        '{"a":{"$numberDecimal":"1e999999999"}}',
        {"delimiter": None},
        '{"a":{"$numberDecimal":"1e999999999"}}',
    ),
    "digits that are no number": (
        '{"a":{"$numberDouble":"' + "9" * 1_000_000 + 'x"}}',
        {"delimiter": None},
        '{"a":{"$numberDouble":"' + "9" * 1_000_000 + 'x"}}',
    ),
    "half a character": ('{"a":"\ud800"}', {}, BAD_VALUE),
    "a name twice": ('{"a":1,"a":2}', {}, '{"a":2}'),
    "calls without an end": ("{a: " + "f(a," * 100_000, {}, BAD_VALUE),
    "words": ("{a: " + "new " * 100_000 + " " * 100_000, {}, BAD_VALUE),
}
SECONDS = 30
"""Far above what any of them takes, far below what it would take without a bound."""


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_document_has_its_result_soon(case: str) -> None:
    text, options, expected = HOSTILE[case]
    began = process_time()
    assert written(text, **{"delimiter": "_"} | options) == expected
    assert process_time() - began < SECONDS


def test_large_documents_come_through() -> None:
    """What MongoDB itself can hold: 100 levels, 16 MiB, many fields."""
    string = '{"a":"' + "x" * (16 << 20) + '"}'
    assert written(string) == string
    fields = "{" + ",".join(f'"f{i}":{i}' for i in range(300_000)) + "}"
    assert written(fields, delimiter="_") == fields
    deep = '{"a":' * 100 + "1" + "}" * 100
    assert written(deep) == deep


@pytest.mark.parametrize("key", ['"' + "x" * MAX_LENGTH + '"', "[" * 100_000, '{"a":"\ud800"}'])
def test_a_hostile_key_is_none(key: str) -> None:
    assert write_key(key, None) is None


def test_numbers_in_keys_have_one_text_however_large() -> None:
    digits = "9" * 1_000_000
    assert write_key(digits, None) == f'{{"_id":{digits}}}'
    assert write_key("1e-999999999", None) == '{"_id":0}'
    large = '{"$numberDecimal":"1.000000000000000000000000000000000E+6144"}'
    assert write_key('{"$numberDecimal":"1e6144"}', None) == f'{{"_id":{large}}}'


texts = st.none() | st.text() | st.sampled_from(["{}", '{"a":[{}]}', "true", "1", PAYLOAD])
options_texts = texts | st.sampled_from(['{"extended_json":false}', '{"delimiter":"_"}'])


@given(st.tuples(*[texts] * 5, options_texts))
def test_any_texts_have_a_result(arguments: tuple[str | None, ...]) -> None:
    found = write_document(*arguments)
    assert (found is None) == (arguments[0] is arguments[1] is arguments[3] is None)
    if found is not None and found not in (BAD_VALUE, NAME_COLLISION, TOO_DEEP):
        assert isinstance(json.loads(found), dict)
    write_key(*arguments[:2])
    encoded(arguments[0])
    decode_arrays(*arguments[:2])
