import {
  extract,
  RESTClient,
  untypedResource,
  type ApplyConfiguration,
  type DeepReadonly,
  type ResourceClient,
} from "@apimachinery/client";
import type {
  IntOrString,
  JSONValue,
  KindDefinition,
  ObjectMeta,
  Quantity,
  RawExtension,
  Time,
  TypeMeta,
} from "@apimachinery/runtime";
import { describe, expect, expectTypeOf, test } from "vitest";
import { Kinds as alpha } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import type { Pizza } from "../../apis/restaurant/v1beta1/types.js";
import { Kinds } from "../../apis/restaurant/v1beta1/zz_generated.register.js";

interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  metadata: ObjectMeta;
  spec: ShopSpec;
}

interface ShopSpec {
  shelves: Shelf[];
  floors: Record<string, { doors: { name: string; width: number }[] }>;
  mode: "Fast" | "Safe";
  size: Quantity;
  openedAt: Time | null;
  port?: IntOrString;
  raw: RawExtension;
  json: JSONValue;
  anything: unknown;
  labels: Record<string, string>;
  names: readonly string[];
  payment: { type: "Cash"; coins: number } | { type: "Card"; number: string };
  schema: Tree;
}

interface Shelf {
  name: string;
  height: number;
  boxes: { row: number; column?: number; label: string }[];
}

interface Tree {
  title: string;
  children?: Tree[];
}

/** As `zz_generated.register.ts` has it. */
type ShopKind = KindDefinition<Shop> & {
  readonly listKeys?: {
    readonly spec: {
      readonly shelves: readonly ["name", { readonly boxes: readonly ["row" | "column"] }];
      readonly floors: { readonly doors: readonly ["name"] };
    };
  };
};
type ShopKeys = NonNullable<ShopKind["listKeys"]>;
type ShopFields = ApplyConfiguration<Shop, ShopKeys>;

/** Returns its argument, whose type the compiler checks. */
function shop(fields: ShopFields): ShopFields {
  return fields;
}

const metadata = { name: "a" };

describe("the type of an apply", () => {
  test("requires the name and the keys of list items only", () => {
    const fields = shop({ metadata, spec: { shelves: [{ name: "top", boxes: [{ row: 1 }] }], floors: { one: {} } } });
    expect(fields.spec?.shelves?.[0]?.boxes).toEqual([{ row: 1 }]);
    expect([
      shop({ metadata }),
      shop({ apiVersion: "shop.example.com/v1", kind: "Shop", metadata, spec: {} }),
      shop({ metadata, spec: { floors: { one: { doors: [{ name: "left" }] } } } }),
      // @ts-expect-error -- the object has no name
      shop({ metadata: {} }),
      // @ts-expect-error -- the shelf has no name
      shop({ metadata, spec: { shelves: [{ height: 1 }] } }),
      // @ts-expect-error -- the box of the shelf has no row
      shop({ metadata, spec: { shelves: [{ name: "top", boxes: [{ label: "x" }] }] } }),
      // @ts-expect-error -- the door has no name
      shop({ metadata, spec: { floors: { one: { doors: [{ width: 1 }] } } } }),
      // @ts-expect-error -- the kind is another one
      shop({ kind: "Pizza", metadata }),
    ]).toHaveLength(8);
  });

  test("has the types of the object's fields", () => {
    expectTypeOf<NonNullable<ShopFields["spec"]>["mode"]>().toEqualTypeOf<"Fast" | "Safe" | undefined>();
    expectTypeOf<NonNullable<ShopFields["spec"]>["json"]>().toEqualTypeOf<JSONValue | undefined>();
    expectTypeOf<NonNullable<ShopFields["spec"]>["raw"]>().toEqualTypeOf<RawExtension | undefined>();
    const names: readonly string[] = ["a"];
    expect([
      shop({ metadata, spec: { mode: "Fast", size: "1Gi", openedAt: null, port: "http", raw: { a: [1] } } }),
      shop({ metadata, spec: { json: [null, { a: 1 }], anything: new Map(), labels: { a: "b" }, names } }),
      shop({ metadata, spec: { payment: { type: "Card" }, schema: { children: [{ children: [{ title: "x" }] }] } } }),
      // @ts-expect-error -- a mode is one of two texts
      shop({ metadata, spec: { mode: "Slow" } }),
      // @ts-expect-error -- the field cannot be null
      shop({ metadata, spec: { size: null } }),
      // @ts-expect-error -- an absent field is left out
      shop({ metadata, spec: { size: undefined } }),
      // @ts-expect-error -- the name of the field is misspelt
      shop({ metadata, spec: { shelfs: [] } }),
      // @ts-expect-error -- the title is a text at any depth
      shop({ metadata, spec: { schema: { children: [{ title: 1 }] } } }),
    ]).toHaveLength(8);
  });

  test("has the metadata that a client can apply", () => {
    expect([
      shop({ metadata: { name: "a", uid: "1", resourceVersion: "2", labels: { a: "b" }, finalizers: ["x"] } }),
      shop({ metadata: { name: "a", ownerReferences: [{ uid: "1" }] } }),
      // @ts-expect-error -- a server refuses managedFields
      shop({ metadata: { name: "a", managedFields: [] } }),
      // @ts-expect-error -- the owner has no uid
      shop({ metadata: { name: "a", ownerReferences: [{ name: "b" }] } }),
    ]).toHaveLength(4);
  });

  test("is that of the generated kind", () => {
    const client = new RESTClient({ server: "http://127.0.0.1:1" });
    const pizzas = client.resource(Kinds.Pizza).namespace("default");
    // A client with known keys is also a client without them.
    const any: ResourceClient<Pizza> = pizzas;
    expect(any).toBe(pizzas);
    const compiled = (pizza: Pizza, cached: DeepReadonly<Pizza>) => [
      pizzas.apply({ metadata, spec: { toppings: [{ name: "tomato" }] } }, { fieldManager: "me" }),
      pizzas.apply(extract(pizza, "me"), { fieldManager: "me" }),
      pizzas.apply({ ...extract(cached, "me"), spec: { toppings: [] } }, { fieldManager: "me", force: true }),
      client.resource(alpha.Topping).apply({ metadata, spec: { cost: 1 } }, { fieldManager: "me" }),
      client.resourceOf(untypedResource({ group: "", version: "v1", kind: "A" }, "as")).apply(
        { metadata },
        {
          fieldManager: "me",
        },
      ),
      // Nothing is known of the keys.
      any.apply({ metadata, spec: { toppings: [{ quantity: 1 }] } }, { fieldManager: "me" }),
      // @ts-expect-error -- the topping has no name
      pizzas.apply({ metadata, spec: { toppings: [{ quantity: 1 }] } }, { fieldManager: "me" }),
      // @ts-expect-error -- the field manager is missing
      pizzas.apply({ metadata }, {}),
      // @ts-expect-error -- a pizza of the server has managedFields, which cannot be applied
      pizzas.apply(pizza, { fieldManager: "me" }),
      // @ts-expect-error -- a pizza has no cost in its spec
      pizzas.apply({ metadata, spec: { cost: 1 } }, { fieldManager: "me" }),
    ];
    expectTypeOf(compiled).parameter(0).toEqualTypeOf<Pizza>();
  });
});
