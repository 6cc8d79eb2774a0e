import { isReadonlyList } from "../../json/values.js";
import { oncePer } from "../../util/once-per.js";
import { countUTF8Bytes } from "../../util/text-length.js";
import { escapedName } from "./names.js";
import type { Structs } from "./provider.js";
import * as types from "./type.js";
import type { ExpressionType } from "./type.js";

/** Keywords that limit the size of a list, a map or a string. */
export const maximumSizes = { list: "maxItems", map: "maxProperties", string: "maxLength" } as const;

export type MaximumSize = (typeof maximumSizes)[keyof typeof maximumSizes];

/** Maximum sizes in a structural schema. */
type Maxima = { readonly [K in MaximumSize]?: number };

/**
 * The keywords of a structural schema on which the types, the sizes and the values of expressions
 * depend.
 */
export interface CELSchema extends Maxima {
  readonly type?: string;
  readonly format?: string;
  readonly items?: CELSchema | readonly CELSchema[];
  readonly properties?: { readonly [name: string]: CELSchema };
  readonly additionalProperties?: CELSchema | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly nullable?: boolean;
}

/** Reports whether the value of `items` or of `additionalProperties` is one schema. */
export function isSchema<S extends CELSchema>(value: S | readonly S[] | boolean | undefined): value is S {
  return typeof value === "object" && !Array.isArray(value);
}

/** The type of the values of a schema, with limits for their sizes. */
export interface DeclaredType {
  readonly type: ExpressionType;
  /** Maximum number of items, entries or bytes; 0 for a type without a size. */
  readonly maxSize: number;
  /** Minimum number of bytes that a value needs in JSON. */
  readonly minBytes: number;
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  /** The type of the items of a list, or of the values of a map. */
  readonly element?: DeclaredType;
}

/** The type of the values of a schema, and the object types in it. */
export interface SchemaValueType {
  readonly declared: DeclaredType;
  readonly structs: Structs;
}

/** The name of the type of `self`. In Kubernetes, a random number is added to the name. */
const rootName = "selfType";

/** Maximum number of bytes of a request. */
const requestBytes = 3 * 1024 * 1024;

const ofRoots = oncePer((schema: CELSchema): CELSchema => ({ ...schema, "x-kubernetes-embedded-resource": true }));

/**
 * Returns the schema of `self`. Expressions can use the same properties of a whole object as of an
 * embedded one: kind, apiVersion, metadata.name and metadata.generateName. So the schema of a whole
 * object becomes that of an embedded object.
 *
 * @param isRoot true if the schema is that of a whole object
 */
export function selfSchema<S extends CELSchema>(schema: S, isRoot: boolean | undefined): S {
  return isRoot === true ? (ofRoots(schema) as S) : schema;
}

/** Returns the type of the values of a schema; undefined if expressions cannot use them. */
export function schemaType(schema: CELSchema): SchemaValueType | undefined {
  const structs = new Map<string, ReadonlyMap<string, ExpressionType>>();
  const declared = new Reader(structs).type(schema, rootName);
  return declared && { declared, structs };
}

/** Reports whether expressions can use the values of a schema. */
export function isTyped({ type = "", items, additionalProperties, ...more }: CELSchema): boolean {
  if (more["x-kubernetes-int-or-string"] === true) return true;
  if (type === "array") return items !== undefined && !isReadonlyList(items) && isTyped(items);
  if (type === "object") return typeof additionalProperties !== "object" || isTyped(additionalProperties);
  return ["boolean", "integer", "number", "string"].includes(type);
}

/** Returns the maximum number of values of a type that fit into one request. */
export function mostValues({ minBytes }: DeclaredType): bigint {
  return BigInt(Math.floor(requestBytes / (minBytes + 1)));
}

class Reader {
  readonly #structs: Map<string, ReadonlyMap<string, ExpressionType>>;

  constructor(structs: Map<string, ReadonlyMap<string, ExpressionType>>) {
    this.#structs = structs;
  }

  type(given: CELSchema, name: string): DeclaredType | undefined {
    if (given["x-kubernetes-int-or-string"] === true)
      return { type: types.dyn, maxSize: textSize(given, 4), minBytes: 1 };
    const schema = withObjectMeta(given);
    switch (schema.type) {
      case "array":
        return this.#list(schema, name);
      case "object":
        return typeof schema.additionalProperties === "object"
          ? this.#map(schema.additionalProperties, schema, name)
          : this.#object(schema, name);
      case "string":
        return textType(schema);
      case "boolean":
        return { type: types.boolType, maxSize: 0, minBytes: 4 };
      case "number":
        return { type: types.doubleType, maxSize: 0, minBytes: 1 };
      case "integer":
        return { type: types.intType, maxSize: 0, minBytes: 1 };
      default:
        return undefined;
    }
  }

  #list({ items, maxItems }: CELSchema, name: string): DeclaredType | undefined {
    const element = isSchema(items) ? this.type(items, `${name}.@idx`) : undefined;
    return element && containerType(types.listOfType(element.type), element, maxItems, 1);
  }

  #map(values: CELSchema, { maxProperties }: CELSchema, name: string): DeclaredType | undefined {
    const element = this.type(values, `${name}.@elem`);
    return element && containerType(types.mapOfTypes(types.stringType, element.type), element, maxProperties, 6);
  }

  #object(schema: CELSchema, name: string): DeclaredType {
    const fields = new Map<string, DeclaredType>();
    let minBytes = 2;
    for (const [property, value] of Object.entries(schema.properties ?? {})) {
      const field = escapedName(property);
      const declared = this.type(value, `${name}.${field ?? ""}`);
      if (declared === undefined) continue;
      if (field !== undefined) fields.set(field, declared);
      const isAlways = schema.required?.includes(property) === true && (value.default ?? null) === null;
      if (isAlways) minBytes += countUTF8Bytes(property) + declared.minBytes + 4;
    }
    this.#structs.set(name, new Map(Array.from(fields, ([field, { type }]) => [field, type])));
    return { type: types.struct(name), maxSize: 0, minBytes, fields };
  }
}

/**
 * @param limit the maximum number of elements in the schema
 * @param more the minimum number of bytes that an element needs in addition to its own
 */
function containerType(
  type: ExpressionType,
  element: DeclaredType,
  limit: number | undefined,
  more: number,
): DeclaredType {
  const most = Math.floor((requestBytes - 2) / (element.minBytes + more));
  return { type, maxSize: limit === undefined ? most : Math.max(limit, 0), minBytes: 2, element };
}

/** Returns the maximum number of bytes of a string. */
function textSize({ maxLength }: CELSchema, bytesOfCharacter: number): number {
  return maxLength === undefined ? requestBytes - 2 : Math.max(maxLength, 0) * bytesOfCharacter;
}

function textType(schema: CELSchema): DeclaredType {
  switch (schema.format) {
    case "byte":
      return { type: types.bytesType, maxSize: textSize(schema, 1), minBytes: 2 };
    case "duration":
      return { type: types.durationType, maxSize: 32, minBytes: 3 };
    case "date":
      return { type: types.timestampType, maxSize: 12, minBytes: 12 };
    case "date-time":
      return { type: types.timestampType, maxSize: 32, minBytes: 21 };
    default:
      return { type: types.stringType, maxSize: enumSize(schema) ?? textSize(schema, 4), minBytes: 2 };
  }
}

/**
 * Returns the size of the longest value of an enumeration; undefined without an enumeration, or if
 * maxLength limits the size.
 */
function enumSize(schema: CELSchema): number | undefined {
  if (schema.maxLength !== undefined || schema.enum === undefined || schema.enum.length === 0) return undefined;
  return Math.max(...schema.enum.map((value) => (typeof value === "string" ? countUTF8Bytes(value) : 0)));
}

const text: CELSchema = { type: "string" };

/**
 * Returns the schema of an embedded object with kind, apiVersion, and metadata with only name and
 * generateName, because expressions can use no other metadata. Returns a schema unchanged if it
 * declares all of these properties, or if it does not describe an embedded object.
 */
export function withObjectMeta(schema: CELSchema): CELSchema {
  if (schema["x-kubernetes-embedded-resource"] !== true) return schema;
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const { name, generateName } = metadata?.properties ?? {};
  const isComplete = [kind, apiVersion, name, generateName].every((property) => property?.type === "string");
  if (isComplete && metadata?.type === "object") return schema;
  const names = { name: shortText(name, 253), generateName: shortText(generateName, 252) };
  const properties = {
    ...schema.properties,
    kind: text,
    apiVersion: text,
    metadata: { type: "object", properties: names },
  };
  const { type, additionalProperties, maxProperties, required } = schema;
  return {
    properties,
    ...(type !== undefined && { type }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...(maxProperties !== undefined && { maxProperties }),
    ...(required !== undefined && { required }),
  };
}

function shortText(schema: CELSchema | undefined, maxLength: number): CELSchema {
  return { type: "string", maxLength: Math.min(schema?.maxLength ?? maxLength, maxLength) };
}
