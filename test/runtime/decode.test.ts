import { readFileSync } from "node:fs";
import {
  StrictDecodingError,
  UnmarshalError,
  decodeJSON,
  decodeValue,
  zeroOf,
  type Embedded,
  type RawExtension,
  type Schema,
  type TypeMeta,
  type int32,
} from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { ItemSchema, ThingSchema, zeroSpec, type Item, type Spec, type Thing } from "./thing.js";

interface Vector {
  readonly text: string;
  readonly error?: string;
  readonly strict?: readonly string[];
}

/** Results of sigs.k8s.io/json 2d320260d730 for the Go struct that corresponds to Thing. */
const vectors = JSON.parse(readFileSync(new URL("decode-vectors.json", import.meta.url), "utf8")) as Vector[];

function errorOf(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("as Kubernetes' decoder", () => {
  test.each(vectors)("$text", ({ text, error, strict = [] }) => {
    if (error !== undefined) {
      const found = errorOf(() => decodeJSON(ThingSchema, text, "warn"));
      expect(found).toBeInstanceOf(UnmarshalError);
      // Unlike Go's text, this project's text starts with the path of the field. The path is
      // removed for the comparison.
      expect(
        (found as Error).message.replace(
          /^[\w.[\]]+: (?=parsing time|time: |illegal base64|quantities |unable to |json: )/,
          "",
        ),
      ).toBe(error);
      return;
    }
    expect(decodeJSON(ThingSchema, text, "warn").warnings).toEqual(strict);
    expect(decodeJSON(ThingSchema, text, "ignore").warnings).toEqual([]);
    const found = errorOf(() => decodeJSON(ThingSchema, text, "strict"));
    if (strict.length === 0) {
      expect(found).toBeUndefined();
    } else {
      expect(found).toBeInstanceOf(StrictDecodingError);
      expect(found).toMatchObject({ errors: strict, message: `strict decoding error: ${strict.join(", ")}` });
    }
  });
});

const spec = (text: string): Spec => decodeJSON(ThingSchema, `{"spec":${text}}`, "strict").value.spec;

describe("values", () => {
  test("absent or null fields are zero where required, and absent where optional", () => {
    const zero: Thing = { kind: "Thing", apiVersion: "example.com/v1", spec: zeroSpec };
    expect(decodeJSON(ThingSchema, "{}", "strict").value).toStrictEqual(zero);
    expect(zeroOf(ThingSchema)).toStrictEqual(zero);
    // The field `dur` is omitted, because Go does not accept null as a duration.
    const keys = [...Object.keys(zeroSpec), "opt"].filter((key) => key !== "dur");
    const nulls = JSON.stringify(Object.fromEntries(keys.map((key) => [key, null])));
    expect(spec(nulls)).toStrictEqual(zeroSpec);
    expect(spec('{"list":[null],"items":[null],"map":{"a":null}}')).toStrictEqual({
      ...zeroSpec,
      list: [""],
      items: [{ name: "" }],
      map: { a: "" },
    });
  });

  test("all decoded objects of a type have the same order of keys", () => {
    const ItemsSchema: Schema<Item[]> = {
      name: "v1.Items",
      value: { type: "list", items: { type: "ref", to: () => ItemSchema } },
    };
    const [first, second] = decodeJSON(ItemsSchema, '[{"n":1,"name":"a"},{"name":"a","n":1}]', "strict").value;
    expect(Object.keys(first ?? {})).toEqual(["name", "n"]);
    expect(Object.keys(second ?? {})).toEqual(["name", "n"]);
    expect(Object.keys(decodeJSON(ThingSchema, '{"spec":{}}', "strict").value)).toEqual(["kind", "apiVersion", "spec"]);
  });

  test("canonical forms", () => {
    expect(spec('{"q":"1024Mi","time":"2020-01-02T03:04:05+01:00","dur":"90m"}')).toMatchObject({
      q: "1Gi",
      time: "2020-01-02T02:04:05Z",
      dur: "1h30m0s",
    });
    expect(spec('{"q":1.5}').q).toBe("1500m");
  });

  test("minus zero is zero", () => {
    expect(Object.is(spec('{"i32":-0}').i32, 0)).toBe(true);
    expect(Object.is(spec('{"f":-0.0}').f, 0)).toBe(true);
  });

  test("an integer must have no fraction or exponent, a float can have both", () => {
    expect(spec('{"f":1.0,"f32":1e3}')).toMatchObject({ f: 1, f32: 1000 });
    expect(() => spec('{"f":7.5,"items":[{"n":1.0}]}')).toThrow(
      "json: cannot unmarshal number 1.0 into Go struct field Item.spec.items.n of type int32",
    );
    expect(decodeJSON(ItemSchema, '{"n":1.0}', "ignore").value.n).toBe(1);
  });

  test("integers beyond JavaScript's exact range are refused in every mode", () => {
    for (const mode of ["strict", "warn", "ignore"] as const) {
      expect(() => decodeJSON(ThingSchema, '{"spec":{"i64":9007199254740993}}', mode)).toThrow(
        "json: cannot unmarshal number 9007199254740993 into Go struct field Spec.spec.i64 of type int64: only integers from -9007199254740991 to 9007199254740991 are supported",
      );
      for (const quantity of ["9007199254740993", "1e400"]) {
        expect(() => decodeJSON(ThingSchema, `{"spec":{"q":${quantity}}}`, mode)).toThrow(
          "write quantities from 2^53 on as strings",
        );
      }
    }
    expect(spec('{"i64":9007199254740991}').i64).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("names of inherited properties are ordinary keys", () => {
    interface Odd {
      constructor: string;
      toString?: string;
      hasOwnProperty: Record<string, string>;
    }
    const OddSchema: Schema<Odd> = {
      name: "v1.Odd",
      fields: {
        constructor: { type: "string" },
        toString: { type: "string", optional: true },
        hasOwnProperty: { type: "map", values: { type: "string" } },
      },
    };
    expect(Object.entries(decodeJSON(OddSchema, "{}", "strict").value)).toEqual([
      ["constructor", ""],
      ["hasOwnProperty", {}],
    ]);
    const map = decodeJSON(OddSchema, '{"hasOwnProperty":{"__proto__":"x","constructor":"y"}}', "strict").value
      .hasOwnProperty;
    expect(JSON.stringify(map)).toBe('{"__proto__":"x","constructor":"y"}');
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype);
    expect(() => decodeJSON(OddSchema, '{"valueOf":1}', "strict")).toThrow('unknown field "valueOf"');
  });

  test("at most a hundred strict errors are collected", () => {
    const text = JSON.stringify({
      spec: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x${String(i)}`, 1])),
    });
    const { warnings } = decodeJSON(ThingSchema, text, "warn");
    expect([warnings.length, warnings[99], warnings[100]]).toEqual([
      101,
      'unknown field "spec.x99"',
      "100 more unknown or duplicate fields",
    ]);
    expect(() => decodeJSON(ThingSchema, text, "strict")).toThrow(
      /unknown field "spec\.x99", 100 more unknown or duplicate fields$/,
    );
  });

  test.each([
    [
      '{"spec":{"time":"tomorrow"}}',
      'spec.time: parsing time "tomorrow" as "2006-01-02T15:04:05Z07:00": cannot parse "tomorrow" as "2006"',
    ],
    [
      '{"spec":{"micro":"x"}}',
      'spec.micro: parsing time "x" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "x" as "2006"',
    ],
    ['{"spec":{"dur":"2 days"}}', 'spec.dur: time: unknown unit " days" in duration "2 days"'],
    [
      '{"spec":{"q":"x"}}',
      "spec.q: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ['{"spec":{"bytes":"!"}}', "spec.bytes: illegal base64 data at input byte 0"],
    ['{"spec":{"time":5}}', "json: cannot unmarshal number into Go struct field Spec.spec.time of type string"],
  ])("an error of %s names the field", (text, message) => {
    expect(errorOf(() => decodeJSON(ThingSchema, text, "ignore"))).toEqual(new UnmarshalError(message));
  });

  test("messages about long values, keys and numbers are short", () => {
    const long = "9".repeat(2_900_000);
    const key = "k".repeat(2_000_000);
    const texts = [
      `{"spec":{"i64":${long}}}`,
      `{"spec":{"f32":${long}}}`,
      `{"spec":{"q":${long}}}`,
      `{"spec":{"q":"${long}x"}}`,
      `{"spec":{"port":${long}}}`,
      `{"spec":{"time":"${long}"}}`,
      `{"spec":{"time":"2020-01-01T00:00:00Z${"\u00e9".repeat(1_000_000)}"}}`,
      `{"spec":{"dur":"${long}"}}`,
      `{"spec":{"dur":"${"0h".repeat(1_000_000)}"}}`,
    ];
    for (const text of texts)
      expect(
        (errorOf(() => decodeJSON(ThingSchema, text, "ignore")) as Error).message.length,
        text.slice(0, 30),
      ).toBeLessThan(16_384);
    const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x${String(i)}`, 0]));
    const { warnings } = decodeJSON(ThingSchema, JSON.stringify({ spec: { itemMap: { [key]: unknown } } }), "warn");
    expect(warnings.join().length).toBeLessThan(65_536);
    expect(warnings[0]).toBe(`unknown field "spec.itemMap.${"k".repeat(256)}... (1999744 more characters).x0"`);
    expect(warnings.at(-1)).toMatch(/^\d+ more unknown or duplicate fields$/);
  });

  test("extremely deep nesting is an error", () => {
    const deep = `{"spec":{"any":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`;
    expect(() => decodeJSON(ThingSchema, deep, "ignore")).toThrow("exceeded max depth");
  });

  test("parsed values are decoded", () => {
    expect(decodeValue(ThingSchema, { spec: { text: "a", nope: 1 } }, "warn")).toEqual({
      value: { kind: "Thing", apiVersion: "example.com/v1", spec: { ...zeroSpec, text: "a" } },
      warnings: ['unknown field "spec.nope"'],
    });
    expect(() => decodeValue(ThingSchema, { spec: 1 }, "ignore")).toThrow(
      "json: cannot unmarshal number into Go struct field Thing.spec of type v1.Spec",
    );
  });
});

describe("unions, tuples, embedded objects, raw values", () => {
  interface Disc {
    shape: "circle";
    radius: int32;
  }
  interface Square {
    shape: "square";
    side: int32;
  }
  interface Holder {
    drawn: (Disc | Square)[];
    pair: [string, number];
    inner?: Embedded<Thing>;
    raw?: RawExtension;
    next?: Holder;
  }
  const DiscSchema: Schema<Disc> = {
    name: "v1.Disc",
    fields: { shape: { type: "string" }, radius: { type: "int32" } },
  };
  const SquareSchema: Schema<Square> = {
    name: "v1.Square",
    fields: { shape: { type: "string" }, side: { type: "int32" } },
  };
  const ShapeSchema: Schema<Disc | Square> = {
    name: "v1.Shape",
    discriminator: "shape",
    members: { circle: () => DiscSchema, square: () => SquareSchema },
  };
  const HolderSchema: Schema<Holder> = {
    name: "v1.Holder",
    fields: {
      drawn: { type: "list", items: { type: "ref", to: () => ShapeSchema } },
      pair: { type: "tuple", items: [{ type: "string" }, { type: "int32" }] },
      inner: { type: "embedded", to: () => ThingSchema, optional: true },
      raw: { type: "RawExtension", optional: true },
      next: { type: "ref", to: () => HolderSchema, optional: true },
    },
  };
  const decode = (text: string) => decodeJSON(HolderSchema, text, "strict").value;

  test("a union is decoded by its discriminator at any position", () => {
    expect(decode('{"drawn":[{"radius":1,"shape":"circle"},{"shape":"square"}]}').drawn).toEqual([
      { shape: "circle", radius: 1 },
      { shape: "square", side: 0 },
    ]);
    expect(() => decode('{"drawn":[{"shape":"circle","side":1}]}')).toThrow(
      'strict decoding error: unknown field "drawn[0].side"',
    );
    expect(() => decode('{"drawn":[{"shape":"circle","radius":"x"}]}')).toThrow(
      "json: cannot unmarshal string into Go struct field Disc.drawn.radius of type int32",
    );
    expect(() => decode('{"drawn":[{"shape":1}]}')).toThrow(
      "json: cannot unmarshal number into Go struct field Shape.drawn.shape of type string",
    );
    expect(() => decode('{"drawn":[1]}')).toThrow(
      "json: cannot unmarshal number into Go struct field Holder.drawn of type v1.Shape",
    );
    expect(() =>
      decode('{"drawn":[{"a":[{}," "],"\\u0073hape":"circle","side":{"b":"}"}},{"shape":"square","x":1}]}'),
    ).toThrow(
      'strict decoding error: unknown field "drawn[0].a", unknown field "drawn[0].side", unknown field "drawn[1].x"',
    );
    expect(() => decode('{"drawn":[{"shape":"square","shape":"circle","radius":1}]}')).toThrow(
      'strict decoding error: duplicate field "drawn[0].shape"',
    );
  });

  test("an object of an unknown member is kept unchanged", () => {
    expect(decode('{"drawn":[{"shape":"line","a":{"b":1}},{}]}').drawn).toEqual([{ shape: "line", a: { b: 1 } }, {}]);
  });

  test("a tuple of another length is refused", () => {
    expect(decode("{}").pair).toEqual(["", 0]);
    expect(decode('{"pair":["a",1]}').pair).toEqual(["a", 1]);
    for (const [pair, count] of [
      ["[]", 0],
      ['["a"]', 1],
      ['["a",1,2]', 3],
    ] as const)
      expect(() => decode(`{"pair":${pair}}`)).toThrow(
        `json: cannot unmarshal array of ${String(count)} items into Go struct field Holder.pair of type [2]string with 2 items`,
      );
    expect(() => decode('{"pair":["a","b"]}')).toThrow(
      "json: cannot unmarshal string into Go struct field Holder.pair of type int32",
    );
  });

  test("an embedded object keeps its kind", () => {
    expect(decode('{"inner":{}}').inner).toEqual({ spec: zeroSpec });
    expect(decode('{"inner":{"kind":"Other","apiVersion":"v2"}}').inner).toEqual({
      kind: "Other",
      apiVersion: "v2",
      spec: zeroSpec,
    });
  });

  test("a raw value must be an object and is kept", () => {
    expect(decode('{"raw":{"a":[null,{"b":1,"b":2}]}}').raw).toEqual({ a: [null, { b: 2 }] });
    expect(() => decode('{"raw":"x"}')).toThrow(
      "json: cannot unmarshal string into Go struct field Holder.raw of type runtime.RawExtension",
    );
    expect(() => decode('{"raw":{"a":1e999}}')).toThrow("number 1e999");
  });

  test("types that contain themselves are decoded", () => {
    expect(decode('{"next":{"next":{}}}').next?.next).toEqual({ drawn: [], pair: ["", 0] });
    expect(() => decode('{"next":{"next":{"x":1}}}')).toThrow('unknown field "next.next.x"');
  });

  test("items of a list have their kind in memory", () => {
    interface ThingList extends TypeMeta {
      items: Thing[];
    }
    const ThingListSchema: Schema<ThingList> = {
      name: "v1.ThingList",
      gvk: { group: "example.com", version: "v1", kind: "ThingList" },
      fields: {
        kind: { type: "string" },
        apiVersion: { type: "string" },
        items: { type: "list", items: { type: "ref", to: () => ThingSchema } },
      },
    };
    expect(decodeJSON(ThingListSchema, '{"items":[{}]}', "strict").value.items).toEqual([
      { kind: "Thing", apiVersion: "example.com/v1", spec: zeroSpec },
    ]);
  });
});
