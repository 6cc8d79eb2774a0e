import type {
  JSONValue,
  KindDefinition,
  ListMeta,
  ObjectMeta,
  RawExtension,
  Schema,
  Scheme,
  TypeMeta,
  float64,
  int32,
  int64,
} from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";
import type { GroupDefinition } from "@apimachinery/apiserver";

/** Kind with numbers of several types, and with parts that have no type. */
export interface Gauge extends TypeMeta {
  metadata: ObjectMeta;
  spec: GaugeSpec;
}

export interface GaugeSpec {
  count?: int32;
  total?: int64;
  level?: float64;
  raw?: RawExtension;
  any?: JSONValue;
}

const GaugeSpecSchema: Schema<GaugeSpec> = {
  name: "v1.GaugeSpec",
  fields: {
    count: { type: "int32", optional: true },
    total: { type: "int64", optional: true },
    level: { type: "float64", optional: true },
    raw: { type: "RawExtension", optional: true },
    any: { type: "any", optional: true },
  },
};
const typeMeta = { kind: { type: "string" }, apiVersion: { type: "string" } } as const;
export const GaugeSchema: Schema<Gauge> = {
  name: "v1.Gauge",
  fields: {
    ...typeMeta,
    metadata: { type: "ref", to: () => ObjectMetaSchema },
    spec: { type: "ref", to: () => GaugeSpecSchema },
  },
};

interface GaugeList extends TypeMeta {
  metadata: ListMeta;
  items: Gauge[];
}

const GaugeListSchema: Schema<GaugeList> = {
  name: "v1.GaugeList",
  fields: {
    ...typeMeta,
    metadata: { type: "ref", to: () => ListMetaSchema },
    items: { type: "list", items: { type: "ref", to: () => GaugeSchema } },
  },
};

export const gaugeKind: KindDefinition<Gauge> = { schema: GaugeSchema, resource: "gauges" };
export const gaugeGroup = "numbers.example.com";
export const gauges = `/apis/${gaugeGroup}/v1/namespaces/default/gauges`;

/** The kind has two versions and a hub with the same types, so conversions copy everything. */
export const gaugeDefinition: GroupDefinition = {
  install: (scheme: Scheme) => {
    for (const version of ["__internal", "v1", "v2"])
      scheme.addKnownTypes({ group: gaugeGroup, version }, gaugeKind, { schema: GaugeListSchema });
  },
  storageVersion: { group: gaugeGroup, version: "v1" },
  kinds: { Gauge: {} },
};

/** Returns the JSON of a gauge. `spec` is a text, because JavaScript would change its numbers. */
export function gaugeText(spec: string, version = "v1"): string {
  return `{"apiVersion":"${gaugeGroup}/${version}","kind":"Gauge","metadata":{"name":"g"},"spec":${spec}}`;
}
