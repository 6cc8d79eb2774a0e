import type { GroupDefinition, Strategy } from "@apimachinery/apiserver";
import type { KindDefinition, ListMeta, ObjectMeta, Scheme, Schema, TypeMeta, int32 } from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";
import { carKind } from "./types.js";

/** A second view of cars: its objects are stored as cars of another group. */
export interface Automobile extends TypeMeta {
  metadata: ObjectMeta;
  spec: AutomobileSpec;
}

export interface AutomobileSpec {
  paint: string;
  stopSeconds?: int32;
}

export interface AutomobileList extends TypeMeta {
  metadata: ListMeta;
  items: Automobile[];
}

const typeMeta = { kind: { type: "string" }, apiVersion: { type: "string" } } as const;
const SpecSchema: Schema<AutomobileSpec> = {
  name: "v1.AutomobileSpec",
  fields: { paint: { type: "string" }, stopSeconds: { type: "int32", optional: true } },
};
const AutomobileSchema: Schema<Automobile> = {
  name: "v1.Automobile",
  fields: {
    ...typeMeta,
    metadata: { type: "ref", to: () => ObjectMetaSchema },
    spec: { type: "ref", to: () => SpecSchema },
  },
};
const ListSchema: Schema<AutomobileList> = {
  name: "v1.AutomobileList",
  fields: {
    ...typeMeta,
    metadata: { type: "ref", to: () => ListMetaSchema },
    items: { type: "list", items: { type: "ref", to: () => AutomobileSchema } },
  },
};
const automobileKind: KindDefinition<Automobile> = { schema: AutomobileSchema, resource: "automobiles" };
export const automobiles = "/apis/dealer.example.com/v1/namespaces/default/automobiles";

export function automobile(name: string, paint: string): object {
  return { metadata: { name }, spec: { paint } };
}

/** Adds the kind to a group, without conversions to cars. */
export function addAutomobile(scheme: Scheme, group: string): void {
  for (const version of ["__internal", "v1"])
    scheme.addKnownTypes({ group, version }, automobileKind, { schema: ListSchema });
}

// The blocks of docs/beyond-crud.md are parts of this file. A test compares them.

export function addConversions(scheme: Scheme): void {
  scheme.addConversionFunc(carKind.schema, automobileKind.schema, ({ spec: { colour, ...spec }, ...car }) => ({
    ...car,
    spec: { ...spec, paint: colour },
  }));
  scheme.addConversionFunc(automobileKind.schema, carKind.schema, ({ spec: { paint, ...spec }, ...automobile }) => ({
    ...automobile,
    spec: { ...spec, colour: paint },
  }));
}

export const dealerGroup: GroupDefinition = {
  install: (scheme) => {
    addAutomobile(scheme, "dealer.example.com");
    addConversions(scheme);
  },
  storageVersion: { group: "dealer.example.com", version: "v1" },
  kinds: { Automobile: {} },
  storedAs: { Automobile: { group: "garage.example.com", kind: "Car" } },
};

/** Returns a definition in which the second view has another strategy. */
export function dealerWith(strategy: Strategy<Automobile>, more: Partial<GroupDefinition> = {}): GroupDefinition {
  return { ...dealerGroup, kinds: { Automobile: strategy }, ...more };
}
