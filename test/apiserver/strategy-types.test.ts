import {
  newAPIGroup,
  runAPIServer,
  startAPIServer,
  type AnyGroupDefinition,
  type GroupDefinition,
  type GroupPlace,
  type Log,
  type ServerDefinition,
  type ServerOptions,
  type Strategies,
  type Strategy,
} from "@apimachinery/apiserver";
import { expect, expectTypeOf, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";
import type { Pizza, Topping } from "../../apis/restaurant/types.js";
import { SchemeGroupVersion as v1alpha1 } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import type { Kinds } from "../../apis/restaurant/zz_generated.register.js";

const pizzas: Strategy<Pizza> = { validate: () => [] };
const toppings: Strategy<Topping> = {};
declare const restaurant: GroupDefinition<typeof Kinds>;
declare const definition: ServerDefinition;
declare const options: ServerOptions;
declare const log: Log;
declare const place: GroupPlace;
const group = { install: Install, storageVersion: v1alpha1 };

test("strategies of the kinds compile, for some or all kinds", () => {
  expectTypeOf<Strategies<typeof Kinds>>().toEqualTypeOf<{
    readonly Pizza?: Strategy<Pizza>;
    readonly Topping?: Strategy<Topping>;
  }>();
  const restaurant: GroupDefinition<typeof Kinds> = { ...group, kinds: { Pizza: pizzas, Topping: toppings } };
  const some: GroupDefinition<typeof Kinds> = {
    ...group,
    kinds: { Pizza: { validate: (_context, { spec }) => (spec.toppings.length === 0 ? [] : []) } },
  };
  const any: readonly AnyGroupDefinition[] = [restaurant, some, { ...group, kinds: { Pizza: toppings } }];
  expect(any).toHaveLength(3);
});

test("swapped strategies and unknown kinds do not compile", () => {
  const swapped: GroupDefinition<typeof Kinds> = {
    ...group,
    kinds: {
      // @ts-expect-error -- the strategy belongs to the kind Topping
      Pizza: toppings,
      // @ts-expect-error -- the strategy belongs to the kind Pizza
      Topping: pizzas,
    },
  };
  // @ts-expect-error -- Piza is not a kind
  const misspelt: GroupDefinition<typeof Kinds> = { ...group, kinds: { Piza: {} } };
  // @ts-expect-error -- lists have no strategy
  const list: Strategies<typeof Kinds> = { PizzaList: {} };
  expect([swapped, misspelt, list]).toHaveLength(3);
});

test("a strategy of another kind does not compile in an inline definition", () => {
  const right = { ...group, kinds: { Pizza: pizzas, Topping: toppings } };
  const swapped = { ...group, kinds: { Pizza: toppings, Topping: pizzas } };
  const method = {
    ...group,
    kinds: { Pizza: { validate: (_context: unknown, { spec }: Topping) => (spec.cost < 0 ? [] : []) } },
  };
  const shared = { name: "pizza-apiserver", description: "Serves pizzas.", version: "v1.0.0" };
  const compiled = [
    () => startAPIServer({ ...shared, groups: [right, restaurant] }, options, log),
    () => startAPIServer(definition, options, log),
    () => runAPIServer({ ...shared, groups: [{ ...group, kinds: { Pizza: {}, Topping: toppings } }] }),
    () =>
      newAPIGroup(
        {
          ...group,
          kinds: { Pizza: { validate: (_context, { metadata }) => (metadata.name === undefined ? [] : []) } },
        },
        place,
      ),
    // @ts-expect-error -- the strategies are swapped
    () => startAPIServer({ ...shared, groups: [swapped] }, options, log),
    // @ts-expect-error -- the strategy belongs to the kind Topping
    () => runAPIServer({ ...shared, groups: [restaurant, { ...group, kinds: { Pizza: toppings } }] }),
    // @ts-expect-error -- the strategy belongs to the kind Pizza
    () => newAPIGroup({ ...group, kinds: { Topping: pizzas } }, place),
    // @ts-expect-error -- the function belongs to the kind Topping
    () => newAPIGroup(method, place),
  ];
  expect(compiled).toHaveLength(8);
});

test("groups that are written inside of a definition compile, and their strategies are checked", () => {
  const shared = { name: "pizza-apiserver", description: "Serves pizzas.", version: "v1.0.0" };
  const compiled = [
    () =>
      runAPIServer({
        ...shared,
        groups: [{ install: Install, storageVersion: v1alpha1, kinds: { Pizza: pizzas, Topping: toppings } }],
      }),
    () =>
      runAPIServer({
        ...shared,
        groups: [
          { install: Install, kinds: { Pizza: {} }, unservedVersions: ["v1alpha1"], deprecatedVersions: {} },
          {
            install: Install,
            kinds: { Topping: toppings },
            extend: ({ log }) => {
              expect(log).toBeDefined();
            },
          },
        ],
      }),
    () => newAPIGroup({ install: Install, storageVersion: v1alpha1, kinds: { Pizza: pizzas } }, place),
    () =>
      // @ts-expect-error -- the strategies are swapped
      runAPIServer({ ...shared, groups: [{ install: Install, kinds: { Pizza: toppings, Topping: pizzas } }] }),
    // @ts-expect-error -- a group has no property instal
    () => runAPIServer({ ...shared, groups: [{ instal: Install, install: Install, kinds: {} }] }),
  ];
  expect(compiled).toHaveLength(5);
});

test("functions of a strategy with a wrong result do not compile", () => {
  const wrong: Strategy<Pizza> = {
    // @ts-expect-error -- the function returns a copy of the object
    prepareForCreate: (_context, pizza) => ({ ...pizza }),
    // @ts-expect-error -- the function returns a Promise
    prepareForUpdate: async () => Promise.resolve(),
    // @ts-expect-error -- the function returns a copy of the object
    canonicalize: (pizza) => ({ ...pizza }),
    // @ts-expect-error -- the function returns a Promise
    validate: async () => Promise.resolve([]),
    // @ts-expect-error -- the errors are strings
    validateUpdate: () => ["no"],
    // @ts-expect-error -- the warnings are a single text
    warningsOnCreate: () => "hot",
  };
  class Careful implements Strategy<Pizza> {
    // @ts-expect-error -- the function returns the object
    prepareForCreate(_context: unknown, pizza: Pizza): Pizza {
      return pizza;
    }
  }
  expect([wrong, new Careful()]).toHaveLength(2);
});

test("functions that change the object in place compile in every style", () => {
  const early = (_context: unknown, pizza: Pizza): void => {
    pizza.spec.toppings = [];
  };
  const right: Strategy<Pizza> = {
    prepareForCreate: early,
    prepareForUpdate: (_context, pizza) => {
      if (pizza.spec.toppings.length === 0) return;
      pizza.spec.toppings.pop();
    },
    canonicalize(pizza) {
      pizza.spec.toppings.sort();
    },
  };
  expect(right).toHaveProperty("prepareForCreate", early);
});
