import type { GroupVersionKind } from "./group-version.js";
import type { JSONValue } from "./types.js";

/**
 * A TypeScript type as a value: what Go's reflect.Type is to a Kubernetes API server. Generated as
 * `const PizzaSpecSchema: Schema<PizzaSpec>`; the annotation makes the compiler check every field
 * name, its optionality and its base type. Schemas are plain data, compared by identity, never
 * mutated.
 */
export type Schema<T> = ObjectSchema<T> | UnionSchema<T> | NamedValueSchema<T>;

/** An interface. `fields` are in declaration order, inherited ones first. */
export interface ObjectSchema<T> extends StructureMarkers {
  /** Folder and type, as Go prints it in errors: `v1alpha1.PizzaSpec`. */
  readonly name: string;
  /** Present on kinds: interfaces that extend `TypeMeta`. */
  readonly gvk?: GroupVersionKind;
  readonly fields: { readonly [K in keyof T]-?: FieldSchema<T, K> };
}

/** A union of interfaces told apart by one property whose type is a literal. */
export interface UnionSchema<T> {
  readonly name: string;
  readonly discriminator: T extends unknown ? keyof T & string : never;
  readonly members: { readonly [value: string]: () => TypeSchema };
}

/**
 * A defined type that is not an interface: `type Mode = "Fast" | "Safe"`,
 * `type Labels = Record<string, string>`.
 */
export interface NamedValueSchema<T> extends StructureMarkers {
  readonly name: string;
  readonly value: ValueSchema<T>;
}

type IsOptional<T, K extends keyof T> = T extends Record<K, T[K]> ? false : true;

export type FieldSchema<T, K extends keyof T> = ValueSchema<Exclude<T[K], undefined>> &
  (IsOptional<T, K> extends true ? { readonly optional: true } : { readonly optional?: never }) &
  PatchMarkers;

/**
 * How a list, map or object is merged, as server-side apply reads it: of a field, or of a type
 * wherever a field does not say.
 */
export interface StructureMarkers {
  readonly listType?: "atomic" | "set" | "map";
  readonly listMapKeys?: readonly string[];
  readonly mapType?: "atomic" | "granular";
  readonly structType?: "atomic" | "granular";
}

/**
 * List, map and patch markers of a field, as strategic merge patch and server-side apply read them.
 */
export interface PatchMarkers extends StructureMarkers {
  readonly patchStrategy?: readonly ("merge" | "replace" | "retainKeys")[];
  readonly patchMergeKey?: string;
}

/**
 * A value where it is used. Aliases that the compiler erases (`Time`, `int32`) are told apart by
 * `type`.
 */
export type ValueSchema<V> = [JSONValue] extends [V]
  ? AnySchema
  : [V] extends [boolean]
    ? BooleanSchema
    : [V] extends [string]
      ? StringSchema | NamedSchema<V>
      : [V] extends [number]
        ? NumberSchema | NamedSchema<V>
        : [V] extends [string | number | boolean]
          ? IntOrStringSchema | NamedSchema<V>
          : [V] extends [readonly (infer E)[]]
            ? ListSchema<E> | TupleSchema | NamedSchema<V>
            : string extends keyof V
              ? MapSchema<V[string & keyof V]> | RawSchema | NamedSchema<V>
              : NamedSchema<V> | EmbeddedSchema;

/** Any JSON value, kept as it is: `unknown`, `any`, `JSONValue`. */
export interface AnySchema {
  readonly type: "any";
}
/** A JSON object kept as it is: `RawExtension`, `FieldsV1`. */
export interface RawSchema {
  readonly type: "RawExtension" | "FieldsV1";
}
export interface BooleanSchema {
  readonly type: "boolean";
}
export interface StringSchema {
  readonly type: "string" | "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity";
  /** Members of a union of literals. Decoding does not check them, validation does. */
  readonly enum?: readonly string[];
}
export interface NumberSchema {
  readonly type: NumberKind;
  readonly enum?: readonly number[];
}
export type NumberKind =
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float32"
  | "float64";

export interface IntOrStringSchema {
  readonly type: "IntOrString";
}
export interface ListSchema<E> {
  readonly type: "list";
  readonly items: ValueSchema<E>;
}
export interface TupleSchema {
  readonly type: "tuple";
  readonly items: readonly ValueShape[];
}
export interface MapSchema<V> {
  readonly type: "map";
  readonly values: ValueSchema<V>;
}
/**
 * A type with a schema of its own. A function, because types may refer to each other and to
 * themselves.
 */
export interface NamedSchema<V> {
  readonly type: "ref";
  readonly to: () => Schema<V>;
}
/**
 * `Embedded<T>`: an object inside an object, whose apiVersion and kind are optional and kept where
 * given.
 */
export interface EmbeddedSchema {
  readonly type: "embedded";
  readonly to: () => TypeSchema;
}

/**
 * A schema whose type the compiler does not know. Every `Schema<T>` is one; `shapeOf` looks inside.
 */
export interface TypeSchema extends StructureMarkers {
  readonly name: string;
  readonly gvk?: GroupVersionKind;
  readonly fields?: unknown;
  readonly discriminator?: string;
  readonly members?: { readonly [value: string]: () => TypeSchema };
  readonly value?: unknown;
}

/** What `Schema<T>` is for every T, for code that walks schemas. */
export interface SchemaShape extends StructureMarkers {
  readonly name: string;
  readonly gvk?: GroupVersionKind;
  readonly fields?: { readonly [name: string]: FieldShape };
  readonly discriminator?: string;
  readonly members?: { readonly [value: string]: () => TypeSchema };
  readonly value?: ValueShape;
}

export type FieldShape = ValueShape & PatchMarkers & { readonly optional?: true };

export type ValueShape =
  | AnySchema
  | RawSchema
  | BooleanSchema
  | StringSchema
  | NumberSchema
  | IntOrStringSchema
  | { readonly type: "list"; readonly items: ValueShape }
  | { readonly type: "tuple"; readonly items: readonly ValueShape[] }
  | { readonly type: "map"; readonly values: ValueShape }
  | { readonly type: "ref"; readonly to: () => TypeSchema }
  | EmbeddedSchema;

/**
 * Looks inside a schema. The compiler can't see that the mapped type of every T has this shape; the
 * definitions above say so.
 */
export function shapeOf(schema: TypeSchema): SchemaShape {
  return schema as SchemaShape;
}
