import {
  CodecFactory,
  Scheme,
  type JSONObject,
  type JSONValue,
  type ObjectMeta,
  type Schema,
  type TypeMeta,
  type TypeSchema,
} from "@apimachinery/runtime";
import { ObjectMetaSchema } from "../../runtime/meta/v1/zz_generated.schema.js";
import { mergeSchemaOf } from "../../runtime/managedfields/merge-schema.js";
import { FieldManager, ObjectTyper, type ManagedObject } from "@apimachinery/runtime/managedfields";
import { FieldSet, makePath } from "@apimachinery/runtime/structuredmerge";

/**
 * @file A kind with every sort of list and map, in the versions v1 (the hub) and v2. Fields whose
 * names end in `_v1` are renamed by a conversion.
 */

export const group = "things.example.com";
export const versions = ["v1", "v2"] as const;
export type Version = (typeof versions)[number];

interface Thing extends TypeMeta<string, "Thing"> {
  metadata: ObjectMeta;
  spec?: JSONObject;
  status?: JSONObject;
}

/** Returns the schema of a type of a version. */
function typeOf(version: Version, name: string, fields: object, markers: object = {}): TypeSchema {
  const named = Object.fromEntries(
    Object.entries(fields).map(([field, value]): [string, unknown] => [
      field.replace(/_v1$/, `_${version}`),
      { ...(value as object), optional: true },
    ]),
  );
  return { name: `${version}.${name}`, fields: named, ...markers };
}

const text = { type: "string" };
const number = { type: "int64" };
const listOf = (items: object, markers: object): object => ({ type: "list", items, ...markers });

function schemaOf(version: Version): Schema<Thing> {
  const port = typeOf(version, "Port", { name: text, port: number, protocol: text, a_v1: text });
  const part = typeOf(version, "Part", {
    name: text,
    size_v1: number,
    ports: listOf({ type: "ref", to: () => port }, { listType: "map", listMapKeys: ["port", "protocol"] }),
    tags: listOf(text, { listType: "set" }),
  });
  const fixed = typeOf(version, "Fixed", { a: text, b_v1: number }, { structType: "atomic" });
  const spec = typeOf(version, "Spec", {
    replicas: number,
    image_v1: text,
    on: { type: "boolean" },
    labels_v1: { type: "map", values: text },
    fixedLabels: { type: "map", values: text, mapType: "atomic" },
    set: listOf(text, { listType: "set" }),
    list: listOf(number, { listType: "atomic" }),
    parts: listOf({ type: "ref", to: () => part }, { listType: "map", listMapKeys: ["name"] }),
    partOf_v1: { type: "ref", to: () => part },
    fixed: { type: "ref", to: () => fixed },
    fixedParts: listOf({ type: "ref", to: () => part }, { listType: "atomic" }),
    any: { type: "any" },
    raw: { type: "RawExtension" },
    byName: { type: "map", values: { type: "ref", to: () => part } },
    quantity: { type: "IntOrString" },
  });
  const condition = typeOf(version, "Condition", { type: text, status_v1: text });
  const status = typeOf(version, "Status", {
    ready_v1: number,
    conditions: listOf({ type: "ref", to: () => condition }, { listType: "map", listMapKeys: ["type"] }),
  });
  const schema = {
    name: `${version}.Thing`,
    gvk: { group, version, kind: "Thing" },
    fields: {
      kind: { type: "string" },
      apiVersion: { type: "string" },
      metadata: { type: "ref", to: () => ObjectMetaSchema },
      spec: { type: "ref", to: () => spec, optional: true },
      status: { type: "ref", to: () => status, optional: true },
    },
  };
  // The compiler cannot check a schema that is made at run time.
  return schema as unknown as Schema<Thing>;
}

const schemas = { v1: schemaOf("v1"), v2: schemaOf("v2") };

/** Returns a value in which all names that end in `_v1` and so on have the ending of a version. */
export function renamed(value: JSONValue, version: string): JSONValue {
  if (Array.isArray(value)) return value.map((item) => renamed(item, version));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.replace(/_v[12]$/, `_${version}`), renamed(item, version)]),
  );
}

export const scheme = new Scheme("things");
for (const version of versions)
  scheme.addKnownTypes({ group, version }, { schema: schemas[version], resource: "things" });
scheme.addGeneratedConversionFuncs(
  schemas.v1,
  schemas.v2,
  (thing) => converted(thing, "v2"),
  (thing) => converted(thing, "v1"),
);
scheme.setHubVersion({ group, version: "v1" });

function converted(thing: Thing, version: Version): Thing {
  // An object is a JSON value, and remains an object with other names.
  const value = renamed(thing as unknown as JSONValue, version) as unknown as Thing;
  return { ...value, apiVersion: `${group}/${version}` };
}

export const typer = new ObjectTyper(scheme, { group, kind: "Thing" }, versions);

/** Returns the fields of each version that writers of the object, or of its status, cannot own. */
function resetFieldsOf(subresource: string): ReadonlyMap<string, FieldSet> {
  const set = subresource === "" ? new FieldSet(makePath("status")) : new FieldSet(makePath("spec"));
  return new Map(versions.map((version) => [`${group}/${version}`, set]));
}

/** Returns the field manager of a version and a subresource. */
export function managerOf(version: Version, subresource: string, now: () => string): FieldManager {
  const kind = { group, version, kind: "Thing" };
  return new FieldManager({ scheme, typer, kind, subresource, resetFields: resetFieldsOf(subresource), now });
}

/** Decodes an object of any version to the hub version, with the default of the replicas. */
export function decode(value: JSONValue): ManagedObject {
  const { object } = new CodecFactory(scheme).universalDeserializer().decodeValue(value);
  const hub = scheme.convertToVersion(object, { group, version: "v1" }) as ManagedObject & Thing;
  if (hub.spec?.["set"] !== undefined) hub.spec["replicas"] ??= 1;
  return hub;
}

const { document, nameOf } = mergeSchemaOf(versions.map((version) => schemas[version]));

/** The merge behaviour of the types, for the judge. */
export const mergeSchema = {
  document,
  names: Object.fromEntries(versions.map((version) => [version, nameOf(schemas[version])])),
};
