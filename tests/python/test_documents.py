"""Array encoding: the transform's rules, and that nothing but arrays changes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbt_debezium.documents import MAX_DEPTH, decode_arrays, encode_arrays

Path = tuple[str, ...]


def array_paths(value: object, path: Path = ()) -> set[Path]:
    """Where the arrays of a document end up once encoded."""
    if isinstance(value, list):
        members = {f"_{i}": element for i, element in enumerate(value)}
        here = {path}
    elif isinstance(value, dict):
        members, here = value, set()
    else:
        return set()
    return here.union(*(array_paths(member, (*path, name)) for name, member in members.items()))


@pytest.mark.parametrize(
    ("document", "encoded"),
    [
        ('{"a": [1, "a", null]}', '{"a":{"_0":1,"_1":"a","_2":null}}'),
        ('{"a": []}', '{"a":{}}'),
        (
            '{"a": [[1, 2], [1, 2], []]}',
            '{"a":{"_0":{"_0":1,"_1":2},"_1":{"_0":1,"_1":2},"_2":{}}}',
        ),
        ('{"a": [{}, 1, {"b": [2]}]}', '{"a":{"_0":{},"_1":1,"_2":{"b":{"_0":2}}}}'),
        ('{"_0": [1]}', '{"_0":{"_0":1}}'),
        ("{}", "{}"),
    ],
)
def test_arrays_become_objects(document: str, encoded: str) -> None:
    assert encode_arrays(document) == encoded


@pytest.mark.parametrize(
    "number",
    "1.0 1.50 -0 -0.0 1E400 1e-400 0.00001 NaN Infinity -Infinity 9007199254740993 "
    "123456789012345678901234567890 0.1000000000000000055511151231257827".split(),
)
def test_numbers_keep_their_text(number: str) -> None:
    assert encode_arrays(f'{{"a":[{number}],"b":{number}}}') == (
        f'{{"a":{{"_0":{number}}},"b":{number}}}'
    )


def test_a_repeated_name_keeps_its_first_position_and_last_value() -> None:
    assert encode_arrays('{"a": 1, "b": 2, "a": [3]}') == '{"a":{"_0":3},"b":2}'


@pytest.mark.parametrize(
    "text",
    [None, *'null 1 "a" [1] { {"a":1}{ {a:1} {"a":"\\ud800"} \ufeff{}'.split(" "), ""],
)
def test_what_is_not_a_document_gives_none(text: str | None) -> None:
    assert encode_arrays(text) is None


@pytest.mark.parametrize(("opening", "closing"), [('{"a":', "}"), ("[", "]")])
@pytest.mark.parametrize("depth", [MAX_DEPTH, MAX_DEPTH + 1, 1_000, 100_000])
def test_depth_is_bounded(opening: str, closing: str, depth: int) -> None:
    text = '{"a":' + opening * (depth - 1) + "1" + closing * (depth - 1) + "}"
    assert (encode_arrays(text) is None) == (depth > MAX_DEPTH)


documents = st.dictionaries(
    st.text(max_size=3),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
        ),
        max_leaves=20,
    ),
    max_size=5,
)


@given(documents)
def test_encoding_loses_nothing(document: dict[str, object]) -> None:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    encoded = encode_arrays(text)
    assert encoded is not None
    assert not array_paths(json.loads(encoded))
    # Written twice, so that both sides escape alike.
    assert decode_arrays(encoded, array_paths(document)) == decode_arrays(text, ())


@given(st.text())
def test_any_text_has_a_result(text: str) -> None:
    encode_arrays(text)
