import { StrategicMergePatchError, strategicMergePatch, type JSONValue, type TypeSchema } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

const step: TypeSchema = {
  name: "v1.Step",
  fields: { name: { type: "string" }, image: { type: "string", optional: true } },
};
const bake: TypeSchema = {
  name: "v1.Bake",
  fields: {
    kind: { type: "string", enum: ["Bake"] },
    steps: { type: "list", items: { type: "ref", to: () => step }, patchStrategy: ["merge"], patchMergeKey: "name" },
  },
};
const boil: TypeSchema = {
  name: "v1.Boil",
  fields: { kind: { type: "string", enum: ["Boil"] }, steps: { type: "list", items: { type: "string" } } },
};
const named: TypeSchema = { name: "v1.Named", value: { type: "list", items: { type: "ref", to: () => step } } };
const recipe: TypeSchema = {
  name: "v1.Recipe",
  fields: {
    byName: { type: "map", values: { type: "ref", to: () => step } },
    free: { type: "any" },
    tags: { type: "list", items: { type: "string" }, patchStrategy: ["merge"] },
    mode: {
      type: "ref",
      to: (): TypeSchema => ({
        name: "v1.Mode",
        discriminator: "kind",
        members: { Bake: () => bake, Boil: () => boil },
      }),
    },
    aliased: { type: "ref", to: () => named, patchStrategy: ["merge"], patchMergeKey: "name" },
    whole: { type: "ref", to: () => step, patchStrategy: ["replace"] },
    keyless: { type: "list", items: { type: "ref", to: () => step }, patchStrategy: ["merge"] },
    grid: { type: "list", items: { type: "list", items: { type: "string" } }, patchStrategy: ["merge"] },
  },
};

function patched(original: JSONValue, patch: JSONValue): JSONValue {
  return strategicMergePatch(original, patch, recipe);
}

function fault(patch: JSONValue, original: JSONValue): Pick<StrategicMergePatchError, "message" | "fault"> {
  try {
    return { message: JSON.stringify(patched(original, patch)), fault: "merge" };
  } catch (error) {
    if (!(error instanceof StrategicMergePatchError)) throw error;
    return { message: error.message, fault: error.fault };
  }
}

describe("values that Go does not support", () => {
  test("objects in maps are merged by key", () => {
    expect(
      patched(
        { byName: { a: { name: "a", image: "x" }, b: { name: "b" } } },
        { byName: { a: { image: "y" }, b: null, c: { name: "c" } } },
      ),
    ).toEqual({
      byName: { a: { name: "a", image: "y" }, c: { name: "c" } },
    });
  });

  test("values without a type are merged like a merge patch, lists replaced", () => {
    expect(patched({ free: { a: { b: 1, c: [1] } } }, { free: { a: { c: [2], d: 3 } } })).toEqual({
      free: { a: { b: 1, c: [2], d: 3 } },
    });
  });

  test("the member of a union determines the merge", () => {
    const steps = [{ name: "a", image: "x" }];
    expect(patched({ mode: { kind: "Bake", steps } }, { mode: { steps: [{ name: "b" }] } })).toEqual({
      mode: { kind: "Bake", steps: [{ name: "b" }, ...steps] },
    });
    expect(patched({ mode: { kind: "Boil", steps: ["a"] } }, { mode: { steps: ["b"] } })).toEqual({
      mode: { kind: "Boil", steps: ["b"] },
    });
  });

  test("a list with a named type is merged", () => {
    expect(patched({ aliased: [{ name: "a", image: "x" }] }, { aliased: [{ name: "a", image: "y" }] })).toEqual({
      aliased: [{ name: "a", image: "y" }],
    });
  });

  test("the order of empty lists has no effect", () => {
    expect(patched({ tags: [] }, { "$setElementOrder/tags": [] })).toEqual({ tags: [] });
  });

  test("a key __proto__ is data", () => {
    const patch = JSON.parse('{"free":{"__proto__":{"a":1}}}') as JSONValue;
    expect(JSON.stringify(patched({ free: {} }, patch))).toBe('{"free":{"__proto__":{"a":1}}}');
  });
});

test("a value with the strategy replace is replaced", () => {
  expect(patched({ whole: { name: "a", image: "x" } }, { whole: { name: "b" } })).toEqual({ whole: { name: "b" } });
});

test("new values are added without the directives of the patch", () => {
  expect(
    patched(
      {},
      {
        mode: {
          kind: "Bake",
          steps: [
            { name: "a", image: null },
            { name: "b", $patch: "delete" },
          ],
        },
      },
    ),
  ).toEqual({ mode: { kind: "Bake", steps: [{ name: "a" }] } });
});

test("neither the object nor the patch is mutated", () => {
  const original = { tags: ["a", "b"], byName: { a: { name: "a" } } };
  const patch = {
    "$deleteFromPrimitiveList/tags": ["a"],
    "$setElementOrder/tags": ["c", "b"],
    tags: ["c"],
    byName: { a: { $patch: "replace", image: "x" } },
  };
  const before = JSON.stringify([original, patch]);
  expect(patched(original, patch)).toEqual({ tags: ["c", "b"], byName: { a: { image: "x" } } });
  expect(JSON.stringify([original, patch])).toBe(before);
});

test.each([
  [{ $patch: "frob" }, {}, "unknown patch type: frob in map: map[$patch:frob]", "merge"],
  [
    { byName: { a: { $patch: "merge", image: "x" } } },
    { byName: { a: { name: "a" } } },
    "unknown patch type: merge in map: map[$patch:merge image:x]",
    "merge",
  ],
  [
    { aliased: [{ image: "x" }] },
    { aliased: [{ name: "a" }] },
    "map: map[image:x] does not contain declared merge key: name",
    "merge",
  ],
  [
    { aliased: [{ name: "a", $patch: "merge" }] },
    { aliased: [{ name: "a" }] },
    "merging lists cannot yet be specified in the patch",
    "merge",
  ],
  [
    { keyless: [{ name: "a" }] },
    { keyless: [{ name: "a" }] },
    "cannot merge lists without merge key for struct",
    "merge",
  ],
  [{ grid: [["a"]] }, { grid: [["a"]] }, "lists of lists are not supported", "content"],
  [{ tags: ["a", 1] }, { tags: ["b"] }, "list element types are not identical: [[b] [a 1]]", "merge"],
  [{ $deleteFromPrimitiveList: ["a"] }, { tags: ["a"] }, "invalid patch format of primitive list", "format"],
  [{ $setElementOrder: ["a"] }, { tags: ["a"] }, "invalid patch format of setElementOrder list", "format"],
  [{ "$setElementOrder/tags": "a" }, { tags: ["a"] }, "expected a []interface {}, but received a string", "merge"],
  [
    { "$setElementOrder/nope": ["a"] },
    { tags: ["a"] },
    'unable to find api field in struct Recipe for the json field "nope"',
    "merge",
  ],
  [
    { "$setElementOrder/tags": ["a", "b"], tags: ["b", "a"] },
    {},
    "The order in patch list:\n[b a]\n doesn't match $setElementOrder list:\n[a b]\n",
    "merge",
  ],
  [{ $retainKeys: "a" }, {}, "invalid patch format of retainKeys", "format"],
  [{ $retainKeys: ["tags"], free: 1 }, {}, "invalid patch format of retainKeys", "format"],
])("%j of %j is refused", (patch, original, message, kind) => {
  expect(fault(patch, original)).toEqual({ message, fault: kind });
});

test("only objects are patched, and only by objects", () => {
  expect(fault([], {})).toEqual({
    message: "expected a map[string]interface {}, but received a []interface {}",
    fault: "merge",
  });
  expect(fault({}, "x")).toEqual({
    message: "expected a map[string]interface {}, but received a string",
    fault: "merge",
  });
});

test("long lists take the same time per item as short ones", () => {
  const names = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`);
  const [kept, gone, added] = [names("a"), names("b"), names("c")];
  const original = { tags: [...kept, ...gone], aliased: [...kept, ...gone].map((name) => ({ name })) };
  const order = [...kept, ...added].reverse();
  const patch = {
    "$deleteFromPrimitiveList/tags": gone,
    "$setElementOrder/tags": order,
    tags: [...added].reverse(),
    aliased: [
      ...gone.map((name) => ({ name, $patch: "delete" })),
      ...added.map((name) => ({ name })),
      ...kept.map((name) => ({ name, image: "x" })),
    ],
  };
  const { tags, aliased } = patched(original, patch) as {
    readonly tags: string[];
    readonly aliased: { readonly name: string; readonly image?: string }[];
  };
  expect(tags).toEqual(order);
  expect(aliased).toEqual([...added.map((name) => ({ name })), ...kept.map((name) => ({ name, image: "x" }))]);
});

test("lists in a new list stay lists, and lose their maps with directives, as in Go", () => {
  const free = [[1, 2], [[3]], [], null, [{ $patch: "delete" }, null, { a: 1 }], { $patch: "delete" }];
  expect(patched({}, { free })).toEqual({ free: [[1, 2], [[3]], [], null, [null, { a: 1 }]] });
});

test("nulls of a new map are removed before its directives are read, as in Go", () => {
  expect(patched({}, { simpleMap: { $patch: null } })).toEqual({ simpleMap: {} });
  expect(patched({}, { simpleMap: { $patch: null, a: "b", c: null } })).toEqual({ simpleMap: { a: "b" } });
  expect(patched({}, { simpleMap: { $patch: "delete" } })).toEqual({});
});
