import { expect, test } from "vitest";
import { folders, isScalar, objectOf, packageById, sameType, typeById, underlying } from "../../engine/model/lookup.js";
import type { Type } from "../../engine/model/universe.js";
import { loadSource, short } from "./load-source.js";

const { universe } = loadSource(
  'import type { Embedded, TypeMeta } from "@apimachinery/runtime";\nexport type S = T;\nexport type T = "a" | "b";\nexport type O = P;\nexport interface P extends TypeMeta { x: string }\nexport interface A { e: Embedded<P>; any: unknown; list: S[] }',
);
const ref = (name: string): Type => ({ kind: "ref", to: `v1#${name}` });

test("lookups do not create entries and do not throw", () => {
  expect(typeById(universe, "v1#A")?.name).toBe("A");
  expect([typeById(universe, "v1#toString"), typeById(universe, "v2#A"), packageById(universe, "constructor")]).toEqual(
    [undefined, undefined, undefined],
  );
  expect(folders(universe).map(({ id }) => id)).toEqual(["v1"]);
});

test("aliases are resolved, and Embedded too if the object is requested", () => {
  expect(short(underlying(universe, ref("S")))).toBe('"a"|"b"');
  expect(underlying(universe, ref("O"))).toEqual(ref("P"));
  expect(objectOf(universe, ref("O"))?.declaration.name).toBe("P");
  expect(objectOf(universe, { kind: "embedded", of: "v1#P" })?.declaration.name).toBe("P");
  expect(objectOf(universe, ref("S"))).toBeUndefined();
});

test("a type is a scalar if its values need no copy", () => {
  expect(
    [ref("S"), ref("P"), { kind: "scalar", name: "any" } as const, { kind: "scalar", name: "Time" } as const].map(
      (type) => isScalar(universe, type),
    ),
  ).toEqual([true, false, false, true]);
});

test("types are equal if their printed forms are equal", () => {
  const list = (element: Type): Type => ({ kind: "list", element });
  expect(sameType(list(ref("S")), list(ref("S")))).toBe(true);
  expect(sameType(list(ref("S")), list(ref("T")))).toBe(false);
  expect(sameType({ kind: "literals", values: ["a", "b"] }, { kind: "literals", values: ["b", "a"] })).toBe(true);
  expect(sameType({ kind: "map", value: ref("S") }, { kind: "map", value: ref("S"), key: "v1#S" })).toBe(false);
});
