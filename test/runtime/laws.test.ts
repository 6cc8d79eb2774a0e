import {
  Scheme,
  type Embedded,
  type KindDefinition,
  type MicroTime,
  type RawExtension,
  type Schema,
  type Time,
  type TypeMeta,
  type float64,
  type int32,
} from "@apimachinery/runtime";
import {
  Fuzz_ListMeta,
  Fuzz_ObjectMeta,
  fuzzer,
  roundTripLaws,
  type KindFuzzer,
  type Law,
} from "@apimachinery/runtime/testing";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  PizzaAlphaSchema,
  PizzaBetaSchema,
  PizzaSchema,
  alphaKind,
  betaKind,
  restaurantScheme,
  versions,
  type Pizza,
  type PizzaBeta,
} from "./restaurant.js";
import { ThingSchema, type Thing } from "./thing.js";

/**
 * Generates pizzas that contain each topping once, like the hand-written fuzzer of the restaurant
 * group. v1alpha1 can represent the quantities of such pizzas.
 */
const pizza = () =>
  fuzzer(PizzaSchema)().map((obj): Pizza => {
    const names = [...new Set(obj.spec.toppings.map((topping) => topping.name))];
    return { ...obj, spec: { toppings: names.map((name, i) => ({ name, quantity: i + 1 })) } };
  });
/**
 * Generates pizzas whose toppings are sorted by name. The hub counts equal toppings, so a round
 * trip would not restore any other order.
 */
const alphaPizza = () =>
  fuzzer(PizzaAlphaSchema)().map((obj) => ({
    ...obj,
    spec: { ...obj.spec, toppings: obj.spec.toppings.toSorted() },
  }));
const fuzzers: KindFuzzer[] = [
  { schema: PizzaSchema, fuzz: pizza },
  { schema: PizzaAlphaSchema, fuzz: alphaPizza },
  { schema: PizzaBetaSchema, fuzz: fuzzer(PizzaBetaSchema) },
];

function failure(laws: readonly Law[], name: string): string {
  const law = laws.find((candidate) => candidate.name.includes(name));
  if (law === undefined)
    throw new Error(`no law is named ${name}: ${laws.map((candidate) => candidate.name).join("; ")}`);
  try {
    law.run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "the law holds";
}

describe("a correct group satisfies every law", () => {
  const laws = roundTripLaws(restaurantScheme(), fuzzers);
  test("each kind and version has laws", () => {
    expect(laws.map((law) => law.name)).toEqual([
      "restaurant.example.com/__internal Pizza: a deep copy is equal and shares nothing",
      "restaurant.example.com/__internal Pizza: converting to restaurant.example.com/v1alpha1, through JSON and back returns an equal object",
      "restaurant.example.com/__internal Pizza: converting to restaurant.example.com/v1alpha1 shares nothing with the original",
      "restaurant.example.com/__internal Pizza: converting to restaurant.example.com/v1beta1, through JSON and back returns an equal object",
      "restaurant.example.com/__internal Pizza: converting to restaurant.example.com/v1beta1 shares nothing with the original",
      ...["v1alpha1", "v1beta1"].flatMap((version) =>
        [
          "a deep copy is equal and shares nothing",
          "setting defaults twice gives the same object as setting them once",
          "encoding as JSON and decoding returns an equal object",
          "encoding a decoded object again returns the same string",
          "converting to restaurant.example.com/__internal and back returns an equal object",
        ].map((text) => `restaurant.example.com/${version} Pizza: ${text}`),
      ),
    ]);
  });
  test.each(laws)("$name", ({ run }) => {
    run();
  });
});

describe("a type with a field of every kind satisfies every law", () => {
  const scheme = new Scheme();
  scheme.addKnownTypes({ group: "example.com", version: "v1" }, { schema: ThingSchema });
  test.each(roundTripLaws(scheme, [{ schema: ThingSchema, fuzz: fuzzer(ThingSchema) }], { runs: 300 }))(
    "$name",
    ({ run }) => {
      run();
    },
  );
});

describe("unions, tuples, embedded objects, raw values, times and recursion satisfy every law", () => {
  interface Disc {
    shape: "circle";
    radius: int32;
  }
  interface Square {
    shape: "square";
    side: float64;
  }
  interface Odd extends TypeMeta<"example.com/v1", "Odd"> {
    drawn: (Disc | Square)[];
    pair: [string, number];
    at: Time;
    until?: Time;
    exact: MicroTime[];
    raw?: RawExtension;
    anything?: unknown;
    inner?: Embedded<Thing>;
    next?: Odd;
    level?: 1 | 2;
  }
  const DiscSchema: Schema<Disc> = {
    name: "v1.Disc",
    fields: { shape: { type: "string" }, radius: { type: "int32" } },
  };
  const SquareSchema: Schema<Square> = {
    name: "v1.Square",
    fields: { shape: { type: "string" }, side: { type: "float64" } },
  };
  const ShapeSchema: Schema<Disc | Square> = {
    name: "v1.Shape",
    discriminator: "shape",
    members: { circle: () => DiscSchema, square: () => SquareSchema },
  };
  const OddSchema: Schema<Odd> = {
    name: "v1.Odd",
    gvk: { group: "example.com", version: "v1", kind: "Odd" },
    fields: {
      kind: { type: "string" },
      apiVersion: { type: "string" },
      drawn: { type: "list", items: { type: "ref", to: () => ShapeSchema } },
      pair: { type: "tuple", items: [{ type: "string" }, { type: "int32" }] },
      at: { type: "Time" },
      until: { type: "Time", optional: true },
      exact: { type: "list", items: { type: "MicroTime" } },
      raw: { type: "RawExtension", optional: true },
      anything: { type: "any", optional: true },
      inner: { type: "embedded", to: () => ThingSchema, optional: true },
      next: { type: "ref", to: () => OddSchema, optional: true },
      level: { type: "int32", enum: [1, 2], optional: true },
    },
  };
  const scheme = new Scheme();
  scheme.addKnownTypes({ group: "example.com", version: "v1" }, { schema: OddSchema });
  test.each(roundTripLaws(scheme, [{ schema: OddSchema, fuzz: fuzzer(OddSchema) }]))("$name", ({ run }) => {
    run();
  });
});

describe("a served hub", () => {
  test("is the version of the options", () => {
    const scheme = new Scheme();
    scheme.addKnownTypes(versions.v1beta1, betaKind);
    scheme.addKnownTypes(versions.v1alpha1, alphaKind);
    const laws = roundTripLaws(scheme, [{ schema: PizzaBetaSchema, fuzz: fuzzer(PizzaBetaSchema) }], {
      hub: versions.v1beta1,
    });
    expect(laws.map((law) => law.name)).toContain(
      "restaurant.example.com/v1beta1 Pizza: converting to restaurant.example.com/v1alpha1, through JSON and back returns an equal object",
    );
  });
});

describe("a broken group violates the expected law", () => {
  const beta = { schema: PizzaBetaSchema, fuzz: fuzzer(PizzaBetaSchema) };
  function schemeWith(kind: KindDefinition<PizzaBeta>): Scheme {
    const scheme = new Scheme("test");
    scheme.addKnownTypes(versions.v1beta1, kind);
    return scheme;
  }

  test("a lost field is reported with kind, version, path, both values and seed, for a shrunk object", () => {
    const scheme = restaurantScheme();
    scheme.addConversionFunc(PizzaSchema, PizzaBetaSchema, (input): PizzaBeta => ({
      kind: "Pizza",
      apiVersion: "restaurant.example.com/v1beta1",
      metadata: input.metadata,
      spec: { toppings: input.spec.toppings.map(({ name }) => ({ name, quantity: 1 })) },
    }));
    const message = failure(
      roundTripLaws(scheme, fuzzers, { seed: 7 }),
      "to restaurant.example.com/v1beta1, through JSON",
    );
    expect(message).toContain("restaurant.example.com/__internal Pizza: converting to restaurant.example.com/v1beta1");
    expect(message).toContain(
      "the object converted back from restaurant.example.com/v1beta1 differs at spec.toppings[1].quantity: expected 2, got 1",
    );
    expect(message).toMatch(
      /counterexample \(after \d+ shrinks\): \{"kind":"Pizza","apiVersion":"restaurant.example.com\/__internal","metadata":\{\},/,
    );
    expect(message).toMatch(/seed 7, path "[\d:]+"; FUZZ_SEED=7 repeats it/);
    expect(message).toMatch(
      /\nto preserve the lost fields in an annotation, write above the kind of restaurant\.example\.com\/v1beta1: \+k8s:conversion-gen:preserve=annotation; to accept the loss, /,
    );
    expect(
      failure(roundTripLaws(scheme, fuzzers, { seed: 7 }), "to restaurant.example.com/v1beta1, through JSON"),
    ).toBe(message);
  });

  test("a conversion that shares parts with its input is reported", () => {
    const scheme = restaurantScheme();
    const kept: PizzaBeta["spec"] = { toppings: [] };
    scheme.addConversionFunc(PizzaSchema, PizzaBetaSchema, (input): PizzaBeta => {
      input.spec.toppings.push({ name: "more", quantity: 1 });
      return { kind: "Pizza", apiVersion: "restaurant.example.com/v1beta1", metadata: input.metadata, spec: kept };
    });
    const law = "converting to restaurant.example.com/v1beta1 shares nothing";
    expect(failure(roundTripLaws(scheme, fuzzers), law)).toBe("the law holds");
    scheme.addKnownTypes(versions.internal, { schema: PizzaSchema, deepCopy: (input: Pizza) => ({ ...input }) });
    expect(failure(roundTripLaws(scheme, fuzzers), law)).toMatch(
      /the original object after its conversion differs at spec.toppings\[0\]/,
    );
    scheme.addConversionFunc(PizzaSchema, PizzaBetaSchema, (input): PizzaBeta => ({
      ...input,
      apiVersion: "restaurant.example.com/v1beta1",
    }));
    expect(failure(roundTripLaws(scheme, fuzzers), law)).toContain(
      "the converted object shares metadata with the original",
    );
  });

  test("a copy that shares, loses or mutates parts is reported", () => {
    const law = "a deep copy is equal and shares nothing";
    const shallow = schemeWith({
      ...betaKind,
      deepCopy: (input) => ({
        ...input,
        metadata: { ...input.metadata },
        spec: { toppings: [...input.spec.toppings] },
      }),
    });
    expect(failure(roundTripLaws(shallow, [beta]), law)).toMatch(
      /the copy shares (spec.toppings\[0\]|metadata.labels) with the original/,
    );
    const forgetful = schemeWith({ ...betaKind, deepCopy: (input) => ({ ...structuredClone(input), metadata: {} }) });
    expect(failure(roundTripLaws(forgetful, [beta]), law)).toMatch(
      /the copy differs at metadata.\w+: expected .*, got nothing/,
    );
    const destructive = schemeWith({
      ...betaKind,
      deepCopy: (input) => {
        const copy = structuredClone(input);
        input.spec.toppings.pop();
        return copy;
      },
    });
    expect(failure(roundTripLaws(destructive, [beta]), law)).toContain(
      "the original object after it was copied differs at spec.toppings[0]",
    );
  });

  test("a default that changes each time is reported", () => {
    const scheme = schemeWith({
      ...betaKind,
      setDefaults: (obj) => {
        for (const topping of obj.spec.toppings) topping.quantity++;
      },
    });
    expect(
      failure(roundTripLaws(scheme, [beta]), "setting defaults twice gives the same object as setting them once"),
    ).toContain("the object after defaults were set a second time differs at spec.toppings[0].quantity");
  });

  test("a schema without a field, or with a wrong type, is reported", () => {
    interface Note extends TypeMeta {
      text?: string;
    }
    const fields: Schema<Note> = {
      name: "v1.Note",
      gvk: { group: "example.com", version: "v1", kind: "Note" },
      fields: { kind: { type: "string" }, apiVersion: { type: "string" }, text: { type: "string", optional: true } },
    };
    const laws = (text: fc.Arbitrary<unknown>, key: string) => {
      const scheme = new Scheme();
      scheme.addKnownTypes({ group: "example.com", version: "v1" }, { schema: fields });
      return roundTripLaws(scheme, [
        { schema: fields, fuzz: () => text.map((value) => ({ kind: "", apiVersion: "", [key]: value })) },
      ]);
    };
    expect(failure(laws(fc.string(), "other"), "encoding as JSON")).toContain(
      'strict decoding error: unknown field "other"',
    );
    expect(failure(laws(fc.nat(), "text"), "encoding as JSON")).toContain(
      "json: cannot unmarshal number into Go struct field Note.text of type string",
    );
    expect(failure(laws(fc.constant(null), "text"), "encoding as JSON")).toContain(
      "the decoded object differs at text: expected null, got nothing",
    );
    expect(failure(laws(fc.constant(null), "text"), "returns the same string")).toContain(
      "the object that was encoded again differs at text: expected null, got nothing",
    );
  });

  test("a missing default is reported if the options set defaults", () => {
    const laws = roundTripLaws(
      restaurantScheme(),
      [
        {
          schema: PizzaBetaSchema,
          fuzz: () =>
            fuzzer(PizzaBetaSchema)().filter((obj) => obj.spec.toppings.some((topping) => topping.quantity === 0)),
        },
      ],
      {
        defaulting: true,
        runs: 5,
      },
    );
    expect(failure(laws, "encoding as JSON")).toMatch(/differs at spec.toppings\[\d\].quantity: expected 0, got 1/);
  });

  test("a type that is not registered is an error", () => {
    expect(() => roundTripLaws(new Scheme("test"), [beta])).toThrow(
      'no kind is registered for the type v1beta1.Pizza in scheme "test"',
    );
  });
});

describe("arbitraries", () => {
  test("metadata has special keys of JavaScript, and no undefined properties", () => {
    const found = new Set<string>();
    fc.assert(
      fc.property(Fuzz_ObjectMeta(), Fuzz_ListMeta(), (meta, list) => {
        for (const key of Object.keys(meta.labels ?? {})) found.add(key);
        expect(Object.values({ ...meta, ...list })).not.toContain(undefined);
        expect(Object.getPrototypeOf(meta)).toBe(Object.prototype);
      }),
      { seed: 1, numRuns: 300 },
    );
    expect([...found]).toContain("__proto__");
  });

  test("values of recursive types are finite", () => {
    interface Tree {
      name: string;
      left?: Tree;
      leaves: Tree[];
      byName: Record<string, Tree>;
    }
    const TreeSchema: Schema<Tree> = {
      name: "v1.Tree",
      fields: {
        name: { type: "string" },
        left: { type: "ref", to: () => TreeSchema, optional: true },
        leaves: { type: "list", items: { type: "ref", to: () => TreeSchema } },
        byName: { type: "map", values: { type: "ref", to: () => TreeSchema } },
      },
    };
    const trees = fc.sample(fuzzer(TreeSchema)(), { seed: 1, numRuns: 50 });
    expect(trees.some((tree) => tree.left !== undefined)).toBe(true);
    expect(trees.some((tree) => tree.leaves.length > 0)).toBe(true);
  });
});

describe("the round trip of a version's objects through the hub", () => {
  // The hub counts equal toppings and loses their order. Random lists rarely contain a topping
  // twice, so this list is fixed.
  const toppings = ["a", "b", "a"];
  const unsorted: KindFuzzer = {
    schema: PizzaAlphaSchema,
    fuzz: () => fuzzer(PizzaAlphaSchema)().map((pizza) => ({ ...pizza, spec: { ...pizza.spec, toppings } })),
  };
  const law =
    "restaurant.example.com/v1alpha1 Pizza: converting to restaurant.example.com/__internal and back returns an equal object";

  test("a field that the hub lacks violates the law, with version, field and object", () => {
    expect(failure(roundTripLaws(restaurantScheme(), [unsorted]), law)).toMatch(
      /the object converted back from restaurant\.example\.com\/__internal differs at spec\.toppings[^]*counterexample[^]*\nto accept the loss, write above the conversion function: \+k8s:conversion-fn:loses=FIELD$/,
    );
  });

  test("a loss that is listed for the hub is accepted", () => {
    const losses = { "restaurant.example.com/__internal": ["spec.toppings"] };
    expect(failure(roundTripLaws(restaurantScheme(), [{ ...unsorted, losses }]), law)).toBe("the law holds");
  });
});
