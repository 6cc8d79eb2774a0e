import { MemoryStorage, newAPIGroup, type GroupDefinition, type Strategy } from "@apimachinery/apiserver";
import { Scheme, type AnyKindDefinition } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";
import type { Pizza } from "../../apis/restaurant/types.js";
import { Kinds as hub } from "../../apis/restaurant/zz_generated.register.js";
import { Kinds, SchemeGroupVersion as v1alpha1 } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import {
  Convert_restaurant_Pizza_To_v1alpha1_Pizza,
  Convert_v1alpha1_Pizza_To_restaurant_Pizza,
  RegisterConversions,
} from "../../apis/restaurant/v1alpha1/zz_generated.conversion.js";
import { SchemeGroupVersion as v1beta1 } from "../../apis/restaurant/v1beta1/zz_generated.register.js";

const restaurant: GroupDefinition = { install: Install, storageVersion: v1alpha1, kinds: { Pizza: {}, Topping: {} } };

function group(more: Partial<GroupDefinition> = {}) {
  return newAPIGroup(
    { ...restaurant, ...more },
    { scheme: new Scheme(), storage: new MemoryStorage(), keyPrefix: "/registry" },
  );
}

function hubAndAlpha(
  ofHub: readonly AnyKindDefinition[],
  ofAlpha: readonly AnyKindDefinition[],
): (scheme: Scheme) => void {
  return (scheme) => {
    scheme.addKnownTypes({ group: v1alpha1.group, version: "__internal" }, ...ofHub);
    scheme.addKnownTypes(v1alpha1, ...ofAlpha);
    RegisterConversions(scheme);
  };
}

test("types determine resources, names and scopes; each version serves the kinds that it has", () => {
  const { versions } = group();
  const shown = Object.entries(versions).map(([version, resources]) => [
    version,
    Object.entries(resources).map(([name, { singularName, store }]) => [
      name,
      singularName,
      store.strategy.isNamespaced,
    ]),
  ]);
  expect(shown).toEqual([
    ["v1beta1", [["pizzas", "pizza", true]]],
    [
      "v1alpha1",
      [
        ["pizzas", "pizza", true],
        ["toppings", "topping", false],
      ],
    ],
  ]);
  expect(versions["v1alpha1"]?.["pizzas"]?.store).toBe(versions["v1beta1"]?.["pizzas"]?.store);
});

test("a version that is not served can be the storage version", () => {
  const { versions } = group({ unservedVersions: ["v1alpha1"] });
  expect(Object.keys(versions)).toEqual(["v1beta1"]);
  expect(versions["v1beta1"]?.["pizzas"]?.store.codec.storageVersion).toEqual(v1alpha1);
});

test("a kind that is absent from the storage version is stored in its preferred version", () => {
  const { versions } = group({ storageVersion: v1beta1 });
  expect(versions["v1alpha1"]?.["toppings"]?.store.codec.storageVersion.version).toBe("v1alpha1");
  expect(versions["v1alpha1"]?.["pizzas"]?.store.codec.storageVersion.version).toBe("v1beta1");
});

test("singular name, short names and categories come from the preferred version that sets them", () => {
  const install = hubAndAlpha(
    [hub.Pizza, hub.PizzaList],
    [{ ...Kinds.Pizza, singular: "pie", shortNames: ["pz"], categories: ["food"] }, Kinds.PizzaList],
  );
  const { versions } = group({ install, kinds: { Pizza: {} } });
  expect(versions["v1alpha1"]?.["pizzas"]).toMatchObject({
    singularName: "pie",
    shortNames: ["pz"],
    categories: ["food"],
  });
});

const nameless: AnyKindDefinition = { schema: Kinds.Pizza.schema };

test.each<[string, Partial<GroupDefinition>]>([
  ["unknown kind Piza in restaurant.programming-kubernetes.info (did you mean Pizza?)", { kinds: { Piza: {} } }],
  [
    "restaurant.programming-kubernetes.info/v1 is not an installed version: restaurant.programming-kubernetes.info/v1beta1, restaurant.programming-kubernetes.info/v1alpha1",
    { storageVersion: { ...v1alpha1, version: "v1" } },
  ],
  [
    "restaurant.programming-kubernetes.info/v2 is not an installed version: restaurant.programming-kubernetes.info/v1beta1, restaurant.programming-kubernetes.info/v1alpha1",
    { unservedVersions: ["v2"] },
  ],
  [
    "restaurant.programming-kubernetes.info/v0 is not an installed version: restaurant.programming-kubernetes.info/v1beta1, restaurant.programming-kubernetes.info/v1alpha1",
    { deprecatedVersions: { v0: {} } },
  ],
  [
    "Pizza of restaurant.programming-kubernetes.info is converted to restaurant.programming-kubernetes.info/__internal, which is not installed. `install` must be Install of zz_generated.install.ts in the hub's folder, not AddToScheme of one version",
    { install: hubAndAlpha([], [Kinds.Pizza, Kinds.PizzaList]) },
  ],
  [
    "Topping of restaurant.programming-kubernetes.info has no hub type, although other kinds are in restaurant.programming-kubernetes.info/__internal. Write the type in the folder of the hub, and run codegen",
    { install: hubAndAlpha([hub.Pizza, hub.PizzaList], Object.values(Kinds)) },
  ],
  [
    'restaurant.programming-kubernetes.info/v1alpha1 has a Pizza and no PizzaList for its lists. Write this type and run codegen: export interface PizzaList extends TypeMeta<"restaurant.programming-kubernetes.info/v1alpha1", "PizzaList"> { metadata: ListMeta; items: Pizza[] }',
    { install: hubAndAlpha([hub.Pizza, hub.PizzaList], [Kinds.Pizza]), kinds: { Pizza: {} } },
  ],
  [
    "Pizza has no metadata of type ObjectMeta, so its objects cannot be stored: add the property metadata to its type",
    { install: hubAndAlpha([hub.Pizza, hub.PizzaList], [nameless, Kinds.PizzaList]) },
  ],
  [
    "Pizza and Topping of restaurant.programming-kubernetes.info are both called pizzas: mark one with +resourceName=…",
    {
      install: hubAndAlpha(Object.values(hub), [
        Kinds.Pizza,
        Kinds.PizzaList,
        { ...Kinds.Topping, resource: "pizzas" },
        Kinds.ToppingList,
      ]),
    },
  ],
  [
    'Topping is namespaced by its strategy, but a version is marked as cluster-wide: remove "isNamespaced", or the marker',
    { kinds: { Topping: { isNamespaced: true } } },
  ],
  [
    'Pizza has a status strategy, but no version is marked +kubebuilder:subresource:status: add the marker, or remove "status"',
    { kinds: { Pizza: { status: {} } } },
  ],
])("an invalid definition is an error at the start: %s", (message, more) => {
  expect(() => group(more)).toThrow(new Error(message));
});

test("a misspelt function of a strategy is an error, and a helper with another name is not", () => {
  const misspelt = { allowCreateOnUpdate: false, validat: () => [] };
  expect(() => group({ kinds: { Pizza: misspelt } })).toThrow(
    new Error("the strategy of Pizza has the property validat, which the server does not read: did you mean validate?"),
  );
  const status = { warningsOnUpdate: () => [], validateUpdates: () => [] };
  const ofStatus = "the status strategy of Pizza has the property validateUpdates, which the server does not read";
  expect(() => group({ kinds: { Pizza: { status } } })).toThrow(new Error(`${ofStatus}: did you mean validateUpdate?`));
  const helper = { allowCreateOnUpdate: false, maximumOfToppings: 7 };
  expect(Object.keys(group({ kinds: { Pizza: helper } }).versions)).not.toEqual([]);
});

const noConversion = (directions: string) =>
  `Pizza cannot be converted: no conversion of restaurant.programming-kubernetes.info/v1alpha1 ${directions}. Write +k8s:conversion-gen=.. into doc.ts of the version and run codegen, or register functions with scheme.addConversionFunc`;

test("a kind without conversions to and from the hub is an error at the start", () => {
  const internal = "restaurant.programming-kubernetes.info/__internal";
  const known = (scheme: Scheme) => {
    scheme.addKnownTypes({ group: v1alpha1.group, version: "__internal" }, hub.Pizza, hub.PizzaList);
    scheme.addKnownTypes(v1alpha1, Kinds.Pizza, Kinds.PizzaList);
  };
  expect(() => group({ install: known, kinds: { Pizza: {} } })).toThrow(
    new Error(noConversion(`to ${internal} and from ${internal}`)),
  );
  const oneWay = (scheme: Scheme) => {
    known(scheme);
    scheme.addConversionFunc(Kinds.Pizza.schema, hub.Pizza.schema, Convert_v1alpha1_Pizza_To_restaurant_Pizza);
  };
  expect(() => group({ install: oneWay, kinds: { Pizza: {} } })).toThrow(new Error(noConversion(`from ${internal}`)));
  const bothWays = (scheme: Scheme) => {
    oneWay(scheme);
    scheme.addConversionFunc(hub.Pizza.schema, Kinds.Pizza.schema, Convert_restaurant_Pizza_To_v1alpha1_Pizza);
  };
  expect(Object.keys(group({ install: bothWays, kinds: { Pizza: {} } }).versions)).toEqual(["v1alpha1"]);
});

test("a strategy can be an instance of a class", () => {
  class Careful implements Strategy<Pizza> {
    readonly isNamespaced = false;
    readonly #names = ["margherita"];
    validateName(name: string): readonly string[] {
      return this.#names.includes(name) ? [] : ["unknown"];
    }
  }
  const { strategy } = group({ kinds: { Pizza: new Careful() } }).versions["v1beta1"]?.["pizzas"]?.store ?? {};
  expect([
    strategy?.isNamespaced,
    strategy?.validateName("margherita", false),
    strategy?.validateName("salami", false),
  ]).toEqual([false, [], ["unknown"]]);
});
