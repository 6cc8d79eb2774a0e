import { isReserved, type Structs } from "./provider.js";
import { bool, bytes, double, duration, dyn, int, list, map, string, struct, timestamp, type Type } from "./type.js";

/** The parts of a structural schema that decide about types. */
export interface CELSchema {
  readonly type?: string;
  readonly format?: string;
  readonly items?: CELSchema | readonly CELSchema[];
  readonly properties?: { readonly [name: string]: CELSchema };
  readonly additionalProperties?: CELSchema | boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
}

/** The type of the values of a schema, and the structs in it. */
export interface SchemaType {
  readonly type: Type;
  readonly structs: Structs;
}

/** The name of the type of `self`. In Kubernetes, a random number follows it. */
const rootName = "selfType";

/**
 * Returns the type of the values of a schema; undefined if expressions cannot use them.
 *
 * @param isRoot the schema is that of a whole object, which always has the names of its kind and
 * itself
 */
export function schemaType(schema: CELSchema, isRoot: boolean): SchemaType | undefined {
  const structs = new Map<string, ReadonlyMap<string, Type>>();
  const type = new Reader(structs).type(schema, isRoot, rootName);
  return type && { type, structs };
}

class Reader {
  readonly #structs: Map<string, ReadonlyMap<string, Type>>;

  constructor(structs: Map<string, ReadonlyMap<string, Type>>) {
    this.#structs = structs;
  }

  type(given: CELSchema, isRoot: boolean, name: string): Type | undefined {
    if (given["x-kubernetes-int-or-string"] === true) return dyn;
    const schema = isRoot ? withObjectMeta(given) : given;
    switch (schema.type) {
      case "array":
        return this.#part(schema.items, `${name}.@idx`, list);
      case "object":
        if (typeof schema.additionalProperties === "object")
          return this.#part(schema.additionalProperties, `${name}.@elem`, (value) => map(string, value));
        return this.#object(schema, name);
      case "string":
        return textType(schema.format);
      case "boolean":
        return bool;
      case "number":
        return double;
      case "integer":
        return int;
      default:
        return undefined;
    }
  }

  #part(schema: CELSchema["items"], name: string, wrap: (type: Type) => Type): Type | undefined {
    if (schema === undefined || isList(schema)) return undefined;
    const type = this.type(schema, isEmbedded(schema), name);
    return type && wrap(type);
  }

  #object(schema: CELSchema, name: string): Type {
    const fields = new Map<string, Type>();
    this.#structs.set(name, fields);
    for (const [property, value] of Object.entries(schema.properties ?? {})) {
      const field = escapedName(property);
      const type = field === undefined ? undefined : this.type(value, isEmbedded(value), `${name}.${field}`);
      if (field !== undefined && type !== undefined) fields.set(field, type);
    }
    return struct(name);
  }
}

function isList(schema: CELSchema | readonly CELSchema[]): schema is readonly CELSchema[] {
  return Array.isArray(schema);
}

function isEmbedded(schema: CELSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

function textType(format: string | undefined): Type {
  if (format === "byte") return bytes;
  if (format === "duration") return duration;
  return format === "date" || format === "date-time" ? timestamp : string;
}

const text: CELSchema = { type: "string" };

/** Of the metadata of an object, only its names can be used. */
function withObjectMeta(schema: CELSchema): CELSchema {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const isComplete =
    kind?.type === "string" &&
    apiVersion?.type === "string" &&
    metadata?.type === "object" &&
    metadata.properties?.["name"]?.type === "string" &&
    metadata.properties["generateName"]?.type === "string";
  if (isComplete) return schema;
  const names: CELSchema = { type: "object", properties: { name: text, generateName: text } };
  const properties = { ...schema.properties, kind: text, apiVersion: text, metadata: names };
  const { type, additionalProperties } = schema;
  return { ...(type && { type }), ...(additionalProperties && { additionalProperties }), properties };
}

const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/** Returns the name of a property in expressions; undefined if it has none. */
export function escapedName(property: string): string | undefined {
  if (!/^[a-zA-Z_.\-/][a-zA-Z0-9_.\-/]*$/.test(property)) return undefined;
  if (isReserved(property)) return `__${property}__`;
  return property.replaceAll(/__|[.\-/]/g, (part) => escapes[part] ?? part);
}
