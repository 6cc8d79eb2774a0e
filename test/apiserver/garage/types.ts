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

/** An action on a car: its request and its response. */
export interface Wash extends TypeMeta {
  metadata: ObjectMeta;
  spec: WashSpec;
  status: WashStatus;
}

export interface WashSpec {
  program: string;
  /** Defaulted to 1. */
  rounds?: int32;
}

export interface WashStatus {
  message: string;
}

/** The paint of a car, which clients read and write without the rest of the car. */
export interface Paint extends TypeMeta {
  metadata: ObjectMeta;
  spec: PaintSpec;
}

export interface PaintSpec {
  colour: string;
}

/** Query parameters of the radio of a car. */
export interface RadioOptions extends TypeMeta {
  station?: string;
  volume?: int32;
  stereo?: boolean;
  tags?: string[];
  path?: string;
}

const typeMeta = { kind: { type: "string" }, apiVersion: { type: "string" } } as const;
const metadata = { type: "ref", to: () => ObjectMetaSchema } as const;
const WashSpecSchema: Schema<WashSpec> = {
  name: "v1.WashSpec",
  fields: { program: { type: "string" }, rounds: { type: "int32", optional: true } },
};
const WashStatusSchema: Schema<WashStatus> = { name: "v1.WashStatus", fields: { message: { type: "string" } } };
const PaintSpecSchema: Schema<PaintSpec> = { name: "v1.PaintSpec", fields: { colour: { type: "string" } } };

export const washKind: KindDefinition<Wash> = {
  schema: {
    name: "v1.Wash",
    fields: {
      ...typeMeta,
      metadata,
      spec: { type: "ref", to: () => WashSpecSchema },
      status: { type: "ref", to: () => WashStatusSchema },
    },
  },
};
export const paintKind: KindDefinition<Paint> = {
  schema: { name: "v1.Paint", fields: { ...typeMeta, metadata, spec: { type: "ref", to: () => PaintSpecSchema } } },
};
export const radioOptionsKind: KindDefinition<RadioOptions> = {
  schema: {
    name: "v1.RadioOptions",
    fields: {
      ...typeMeta,
      station: { type: "string", optional: true },
      volume: { type: "int32", optional: true },
      stereo: { type: "boolean", optional: true },
      tags: { type: "list", items: { type: "string" }, optional: true },
      path: { type: "string", optional: true },
    },
  },
};

export const carKind: KindDefinition<Car> = { schema: CarSchema, resource: "cars" };

export const groupVersion = { group: "garage.example.com", version: "v1" };
export const cars = "/apis/garage.example.com/v1/namespaces/default/cars";

export function car(name: string, spec: Partial<CarSpec> = {}, metadata: object = {}): object {
  return { metadata: { name, ...metadata }, spec: { colour: "red", ...spec } };
}
