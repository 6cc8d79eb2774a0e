import { describe, expect, test } from "vitest";
import { loadSource } from "./load-source.js";

const clean = (input: Parameters<typeof loadSource>[0], targets?: readonly string[]) => {
  const loaded = loadSource(input, targets);
  expect(loaded.problems).toEqual([]);
  return loaded;
};

const runtime =
  'import type { Embedded, IntOrString, ObjectMeta, RawExtension, Time, TypeMeta, bytes, int32, int64 } from "@apimachinery/runtime";\n';

describe("plain types", () => {
  test("keywords and the runtime's aliases are scalars", () => {
    const { fields } = clean(
      `${runtime}export interface A { a: string; b: boolean; c: number; d: int32; e?: Time; f: unknown; g: bytes }`,
    );
    expect(fields("A")).toEqual([
      "a: string",
      "b: boolean",
      "c: float64",
      "d: int32",
      "e?: Time",
      "f: any",
      "g: bytes",
    ]);
  });

  test("a scalar is known by the name of its import, and through a namespace", () => {
    const { fields } = clean(
      'import type { int32 as Count } from "@apimachinery/runtime";\nimport type * as k from "@apimachinery/runtime";\nexport interface A { a: Count; b: k.int64; c: k.ObjectMeta }',
    );
    expect(fields("A")).toEqual(["a: int32", "b: int64", "c: @apimachinery/runtime#ObjectMeta"]);
  });

  test("lists, maps and tuples can be written in every way of the language", () => {
    const { fields } = clean(
      "type K = string;\nexport type Key = string;\nexport interface A { a: string[]; b: Array<string>; c: ReadonlyArray<string>; d: readonly string[]; e: Record<string, string[]>; f: { [k: string]: boolean }; g: [string, number]; h: Record<Key, string>; i: [x: string] }",
    );
    expect(fields("A")).toEqual([
      "a: [string]",
      "b: [string]",
      "c: [string]",
      "d: [string]",
      "e: {: [string]}",
      "f: {: boolean}",
      "g: (string, float64)",
      "h: {v1#Key: string}",
      "i: (string)",
    ]);
  });

  test("unions of literals, of string and number, and of literals and string are supported", () => {
    const { fields } = clean(
      'export interface A { a: "x" | "y"; b: 1 | -2; c: string | number; d: true | false; e: "x" | string; f: "x" | (string & {}); g: "only" }',
    );
    expect(fields("A")).toEqual([
      'a: "x"|"y"',
      "b: 1|-2",
      "c: IntOrString",
      "d: boolean",
      "e: string",
      "f: string",
      'g: "only"',
    ]);
  });

  test("`undefined` has no effect beside a `?`", () => {
    expect(clean("export interface A { a?: string | undefined; b?: (A | undefined) }").fields("A")).toEqual([
      "a?: string",
      "b?: v1#A",
    ]);
  });

  test("aliases stay references, also in other aliases", () => {
    const { fields, shape } = clean(
      'export type S = "a" | "b";\nexport type T = S | "c";\nexport type L = S[];\nexport interface A { s: S; l: L }',
    );
    expect(fields("A")).toEqual(["s: v1#S", "l: v1#L"]);
    expect(shape("T")).toEqual({ kind: "alias", of: { kind: "literals", values: ["a", "b", "c"] } });
  });

  test("an interface with only an index signature is a map", () => {
    expect(clean("export interface M { [key: string]: string }").shape("M")).toEqual({
      kind: "alias",
      of: { kind: "map", value: { kind: "scalar", name: "string" } },
    });
  });

  test("Embedded records the embedded type", () => {
    expect(
      clean(
        `${runtime}export interface A { a: Embedded<B>[] }\nexport interface B extends TypeMeta<"g/v1", "B"> { x: string }`,
      ).fields("A"),
    ).toEqual(["a: [embedded v1#B]"]);
  });

  test("property names that are not identifiers are supported", () => {
    expect(clean('export interface A { "a-b": string; 7: string; __proto__: string }').fields("A")).toEqual([
      "a-b: string",
      "7: string",
      "__proto__: string",
    ]);
  });
});

describe("objects", () => {
  test("inherited fields come first and record the type that declares them", () => {
    const { type } = clean(
      "export interface A { a: string }\nexport interface B extends A { b: string }\nexport interface C extends B { c: string; a: string }",
    );
    const { shape } = type("C");
    expect(shape.kind === "object" && shape.fields.map(({ name, from }) => [name, from])).toEqual([
      ["b", "v1#B"],
      ["c", undefined],
      ["a", undefined],
    ]);
    expect(shape.kind === "object" && shape.bases).toEqual(["v1#B"]);
  });

  test("a field that is inherited over two steps records the interface that declares it", () => {
    const { type } = clean(
      "export interface A { a: string }\nexport interface B extends A { b: string }\nexport interface C extends B { c: string }",
    );
    const { shape } = type("C");
    expect(shape.kind === "object" && shape.fields.map(({ name, from }) => [name, from])).toEqual([
      ["a", "v1#A"],
      ["b", "v1#B"],
      ["c", undefined],
    ]);
  });

  test("TypeMeta is not a field but a property of the type, with its literals, also through a base", () => {
    const { type } = clean(
      `${runtime}export interface A extends TypeMeta<"g/v1", "A"> { a: string }\nexport interface B extends TypeMeta { b: string }\nexport interface C extends B { c: string }\nexport type D = TypeMeta<"g/v1", "D"> & { d: string };`,
    );
    const meta = (name: string) => {
      const { shape } = type(name);
      return shape.kind === "object"
        ? [shape.typeMeta, shape.bases, shape.fields.map((field) => field.name)]
        : undefined;
    };
    expect(meta("A")).toEqual([{ apiVersion: "g/v1", kind: "A" }, [], ["a"]]);
    expect(meta("C")).toEqual([{}, ["v1#B"], ["b", "c"]]);
    expect(meta("D")).toEqual([{ apiVersion: "g/v1", kind: "D" }, [], ["d"]]);
  });

  test("several declarations of an interface in one file are one type", () => {
    expect(clean("export interface A { a: string }\nexport interface A { b: string }").fields("A")).toEqual([
      "a: string",
      "b: string",
    ]);
  });

  test("an inline object type gets a name, and the expression that refers to it", () => {
    const { fields, type } = clean(
      "export interface Pizza { spec: { size: string; sauce?: { hot: boolean } }; toppings: { name: string }[]; by: Record<string, { n: number }> }",
    );
    expect(fields("Pizza")).toEqual(["spec: v1#Pizza_spec", "toppings: [v1#Pizza_toppings]", "by: {: v1#Pizza_by}"]);
    expect(fields("Pizza_spec")).toEqual(["size: string", "sauce?: v1#Pizza_spec_sauce"]);
    const pizza = { type: "v1#Pizza" };
    expect(type("Pizza_spec").expression).toEqual([pizza, '["spec"]']);
    expect(type("Pizza_spec_sauce").expression).toEqual(["NonNullable<", pizza, '["spec"]', '["sauce"]', ">"]);
    expect(type("Pizza_toppings").expression).toEqual([pizza, '["toppings"]', "[number]"]);
    expect(type("Pizza_by").expression).toEqual([pizza, '["by"]', "[string]"]);
  });

  test("the inline element type of an alias of a list or map gets a name", () => {
    const { shape, type } = clean(
      "export type L = { a: string }[];\nexport type M = Record<string, Partial<P>>;\nexport interface P { p: string }\nexport type G<T> = { t: T }[];\nexport interface A { g: G<P> }",
    );
    expect(shape("L")).toEqual({ kind: "alias", of: { kind: "list", element: { kind: "ref", to: "v1#L_item" } } });
    expect(shape("M")).toEqual({ kind: "alias", of: { kind: "map", value: { kind: "ref", to: "v1#M_value" } } });
    expect(type("L_item").expression).toEqual([{ type: "v1#L" }, "[number]"]);
    expect(type("G_P_item").expression).toEqual([{ type: "v1#G" }, "<", { type: "v1#P" }, ">", "[number]"]);
  });

  test("intersections and utility types are resolved into fields", () => {
    const { fields } = clean(
      'export interface A { a: string; b?: string; c: number }\nexport type P = Partial<A>;\nexport type R = Required<A>;\nexport type K = Pick<A, "a" | "b">;\nexport type O = Omit<A, "a">;\nexport type I = A & { d: boolean };\nexport interface E extends Omit<A, "c"> { e: string }\nexport type Q = Record<"x" | "y", string>;',
    );
    expect(fields("P")).toEqual(["a?: string", "b?: string", "c?: float64"]);
    expect(fields("R")).toEqual(["a: string", "b: string", "c: float64"]);
    expect(fields("K")).toEqual(["a: string", "b?: string"]);
    expect(fields("O")).toEqual(["b?: string", "c: float64"]);
    expect(fields("I")).toEqual(["a: string", "b?: string", "c: float64", "d: boolean"]);
    expect(fields("E")).toEqual(["a: string", "b?: string", "e: string"]);
    expect(fields("Q")).toEqual(["x: string", "y: string"]);
  });

  test("an inline utility type can refer to the type that contains it", () => {
    const { fields, type } = clean("export interface A { a: string; more?: Partial<A> }");
    expect(fields("A_more")).toEqual(["a?: string", "more?: v1#A_more"]);
    expect(type("A_more").expression).toEqual(["NonNullable<", { type: "v1#A" }, '["more"]', ">"]);
  });

  test("an indexed access is the type of the field", () => {
    expect(
      clean(
        'export interface A { a: { x: string } }\nexport interface B { b: A["a"]; c: L[number] }\nexport type L = string[];',
      ).fields("B"),
    ).toEqual(["b: v1#A_a", "c: string"]);
  });
});

describe("generics", () => {
  test("each instantiation of a generic is a type, and the generic is not", () => {
    const { fields, type, shape } = clean(
      "export interface Box<T> { item: T; more?: T[] }\nexport interface Part { name: string }\nexport interface A { a: Box<Part>; b: Box<string> }",
    );
    expect(fields("A")).toEqual(["a: v1#Box_Part", "b: v1#Box_string"]);
    expect(fields("Box_Part")).toEqual(["item: v1#Part", "more?: [v1#Part]"]);
    expect(type("Box_Part").expression).toEqual([{ type: "v1#Box" }, "<", { type: "v1#Part" }, ">"]);
    expect(shape("Box")).toEqual({ kind: "opaque" });
  });

  test("every instantiation has the markers of the generic and of its fields", () => {
    const { type, problems } = loadSource(
      "/** +union */\nexport interface Box<T> {\n  /** +optional */\n  t: T }\nexport interface A { a: Box<string>; b: Box<number> }",
    );
    expect(problems).toEqual([]);
    for (const name of ["Box_string", "Box_float64"]) {
      expect(type(name)).toMatchObject({
        markers: [{ name: "union" }],
        shape: { fields: [{ markers: [{ name: "optional" }] }] },
      });
    }
  });

  test("a recursive generic has finitely many instantiations", () => {
    expect(
      clean("export interface Tree<T> { item: T; below: Tree<T>[] }\nexport interface A { a: Tree<string> }").fields(
        "Tree_string",
      ),
    ).toEqual(["item: string", "below: [v1#Tree_string]"]);
  });

  test("a generic with infinitely many instantiations is a problem", () => {
    expect(
      loadSource("export interface Box<T> { item: T; more?: Box<Box<T>> }\nexport interface A { a: Box<string> }")
        .problems,
    ).toEqual(["v1/types.ts:1:47 load/endless-generic"]);
  });

  test("type parameters can have defaults, and bases and aliases can be generic", () => {
    const { fields, shape } = clean(
      "export interface Base<T = string> { item: T }\nexport interface A extends Base { a: string }\nexport type Alias = Base<number>;",
    );
    expect(fields("A")).toEqual(["item: string", "a: string"]);
    expect(shape("Alias")).toEqual({ kind: "alias", of: { kind: "ref", to: "v1#Base_float64" } });
  });
});

describe("unions of objects", () => {
  const shapes =
    'export interface Circle { type: "Circle"; r: number }\nexport interface Square { type: "Square"; a: number }\n';

  test("a literal property distinguishes the members", () => {
    expect(clean(`${shapes}export type Figure = Circle | Square;`).shape("Figure")).toEqual({
      kind: "union",
      discriminator: "type",
      members: [
        { value: "Circle", type: "v1#Circle" },
        { value: "Square", type: "v1#Square" },
      ],
    });
  });

  test("a union of unions is one union", () => {
    const { shape } = clean(
      `${shapes}export type Round = Circle;\nexport type Flat = Square | Round;\nexport interface Dot { type: "Dot" }\nexport type Any = Flat | Dot;`,
    );
    const joined = shape("Any");
    expect(joined.kind === "union" && joined.members.map((member) => member.type)).toEqual([
      "v1#Square",
      "v1#Circle",
      "v1#Dot",
    ]);
  });

  test("a union and its members can be inline", () => {
    const { fields, type } = clean('export interface A { pick: { type: "a"; x: string } | { type: "b"; y: string } }');
    expect(fields("A")).toEqual(["pick: v1#A_pick"]);
    expect(type("A_pick").shape.kind).toBe("union");
    expect(type("A_pick_a").expression).toEqual(["Extract<", { type: "v1#A" }, '["pick"]', ', { type: "a" }>']);
  });

  test("a member can contain the union", () => {
    expect(clean(`${shapes}export interface Group { type: "Group"; of: (Circle | Group)[] }`).fields("Group")).toEqual([
      'type: "Group"',
      "of: [v1#Group_of]",
    ]);
  });

  test("the kind of root objects distinguishes them", () => {
    const { shape } = clean(
      `${runtime}export interface A extends TypeMeta<"g/v1", "A"> {}\nexport interface B extends TypeMeta<"g/v1", "B"> {}\nexport type Either = A | B;`,
    );
    const either = shape("Either");
    expect(either.kind === "union" && either.discriminator).toBe("kind");
  });
});
