import type { KindDefinition, ListMeta, ObjectMeta, Schema, TypeMeta, int32 } from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";

/**
 * Kind of a test server with the features that the pizza server lacks: grace periods, hooks, custom
 * subresources and shared storage. The hub uses the same types as the version.
 */
export interface Car extends TypeMeta {
  metadata: ObjectMeta;
  spec: CarSpec;
}

export interface CarSpec {
  colour: string;
  /** Time that the car needs to stop, in seconds; a parked car has none. */
  stopSeconds?: int32;
}

export interface CarList extends TypeMeta {
  metadata: ListMeta;
  items: Car[];
}

const CarSpecSchema: Schema<CarSpec> = {
  name: "v1.CarSpec",
  fields: { colour: { type: "string" }, stopSeconds: { type: "int32", optional: true } },
};
const CarSchema: Schema<Car> = {
  name: "v1.Car",
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => ObjectMetaSchema },
    spec: { type: "ref", to: () => CarSpecSchema },
  },
};
export const CarListSchema: Schema<CarList> = {
  name: "v1.CarList",
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => ListMetaSchema },
    items: { type: "list", items: { type: "ref", to: () => CarSchema } },
  },
};

export const carKind: KindDefinition<Car> = { schema: CarSchema, resource: "cars" };

export const groupVersion = { group: "garage.example.com", version: "v1" };
export const cars = "/apis/garage.example.com/v1/namespaces/default/cars";

export function car(name: string, spec: Partial<CarSpec> = {}, metadata: object = {}): object {
  return { metadata: { name, ...metadata }, spec: { colour: "red", ...spec } };
}
