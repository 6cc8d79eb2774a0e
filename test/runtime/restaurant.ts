import { type KindDefinition, type Schema, type TypeMeta, type int32, Scheme } from "@apimachinery/runtime";

/** A group with two versions and a hub, in the form of generated code. */
export const groupName = "restaurant.example.com";
const v1alpha1 = { group: groupName, version: "v1alpha1" };
const v1beta1 = { group: groupName, version: "v1beta1" };
const internal = { group: groupName, version: "__internal" };
export const versions = { v1alpha1, v1beta1, internal };

interface Metadata {
  name?: string;
  labels?: Record<string, string>;
}
export interface PizzaAlpha extends TypeMeta<"restaurant.example.com/v1alpha1", "Pizza"> {
  metadata: Metadata;
  spec: { toppings: string[] };
}
export interface PizzaBeta extends TypeMeta<"restaurant.example.com/v1beta1", "Pizza"> {
  metadata: Metadata;
  spec: PizzaSpec;
}
export interface Pizza extends TypeMeta<"restaurant.example.com/__internal", "Pizza"> {
  metadata: Metadata;
  spec: PizzaSpec;
}
export interface PizzaSpec {
  toppings: Topping[];
}
export interface Topping {
  name: string;
  quantity: int32;
}

const MetadataSchema: Schema<Metadata> = {
  name: "v1.ObjectMeta",
  fields: {
    name: { type: "string", optional: true },
    labels: { type: "map", values: { type: "string" }, optional: true },
  },
};
const ToppingSchema: Schema<Topping> = {
  name: "v1beta1.Topping",
  fields: { name: { type: "string" }, quantity: { type: "int32" } },
};
const PizzaSpecSchema: Schema<PizzaSpec> = {
  name: "v1beta1.PizzaSpec",
  fields: { toppings: { type: "list", items: { type: "ref", to: () => ToppingSchema } } },
};
const PizzaAlphaSpecSchema: Schema<PizzaAlpha["spec"]> = {
  name: "v1alpha1.PizzaSpec",
  fields: { toppings: { type: "list", items: { type: "string" } } },
};
export const PizzaAlphaSchema: Schema<PizzaAlpha> = {
  name: "v1alpha1.Pizza",
  gvk: { ...v1alpha1, kind: "Pizza" },
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => MetadataSchema },
    spec: { type: "ref", to: () => PizzaAlphaSpecSchema },
  },
};
export const PizzaBetaSchema: Schema<PizzaBeta> = {
  name: "v1beta1.Pizza",
  gvk: { ...v1beta1, kind: "Pizza" },
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => MetadataSchema },
    spec: { type: "ref", to: () => PizzaSpecSchema },
  },
};
export const PizzaSchema: Schema<Pizza> = {
  name: "restaurant.Pizza",
  gvk: { ...internal, kind: "Pizza" },
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => MetadataSchema },
    spec: { type: "ref", to: () => PizzaSpecSchema },
  },
};

export const alphaKind: KindDefinition<PizzaAlpha> = { schema: PizzaAlphaSchema, deepCopy: structuredClone };
export const betaKind: KindDefinition<PizzaBeta> = {
  schema: PizzaBetaSchema,
  setDefaults: (obj) => {
    for (const topping of obj.spec.toppings) if (topping.quantity === 0) topping.quantity = 1;
  },
};
export const hubKind: KindDefinition<Pizza> = { schema: PizzaSchema };

function alphaToHub(input: PizzaAlpha): Pizza {
  const names = [...new Set(input.spec.toppings)];
  return {
    kind: "Pizza",
    apiVersion: "restaurant.example.com/__internal",
    metadata: input.metadata,
    spec: {
      toppings: names.map((name) => ({ name, quantity: input.spec.toppings.filter((other) => other === name).length })),
    },
  };
}
function hubToAlpha(input: Pizza): PizzaAlpha {
  return {
    kind: "Pizza",
    apiVersion: "restaurant.example.com/v1alpha1",
    metadata: input.metadata,
    spec: {
      toppings: input.spec.toppings.flatMap(({ name, quantity }) => Array.from({ length: quantity }, () => name)),
    },
  };
}
function betaToHub(input: PizzaBeta): Pizza {
  return { kind: "Pizza", apiVersion: "restaurant.example.com/__internal", metadata: input.metadata, spec: input.spec };
}
function hubToBeta(input: Pizza): PizzaBeta {
  return { kind: "Pizza", apiVersion: "restaurant.example.com/v1beta1", metadata: input.metadata, spec: input.spec };
}

export function restaurantScheme(): Scheme {
  const scheme = new Scheme("test");
  scheme.addKnownTypes(internal, hubKind);
  scheme.addKnownTypes(v1alpha1, alphaKind);
  scheme.addKnownTypes(v1beta1, betaKind);
  scheme.addGeneratedConversionFunc(PizzaAlphaSchema, PizzaSchema, alphaToHub);
  scheme.addGeneratedConversionFunc(PizzaSchema, PizzaAlphaSchema, hubToAlpha);
  scheme.addGeneratedConversionFunc(PizzaBetaSchema, PizzaSchema, betaToHub);
  scheme.addGeneratedConversionFunc(PizzaSchema, PizzaBetaSchema, hubToBeta);
  return scheme;
}
