import type { GroupVersionKind } from "./group-version.js";
import type { JSONValue } from "./types.js";

/**
 * Description of a TypeScript type as a value, like Go's reflect.Type. Generated as `const
 * PizzaSpecSchema: Schema<PizzaSpec>`, so that the compiler checks field names, optionality and
 * base types. Schemas are plain data, are compared by identity and are never mutated.
 */
export type Schema<T> = ObjectSchema<T> | UnionSchema<T> | NamedValueSchema<T>;

/** An interface. `fields` are in declaration order, after inherited ones. */
export interface ObjectSchema<T> extends StructureMarkers {
  /** Package and type as Go prints them in errors: `v1alpha1.PizzaSpec`. */
  readonly name: string;
  /** Set for kinds, which are interfaces that extend `TypeMeta`. */
  readonly gvk?: GroupVersionKind;
  readonly fields: { readonly [K in keyof T]-?: FieldSchema<T, K> };
}

/** A union of interfaces with a discriminator, a property whose type is a literal. */
export interface UnionSchema<T> {
  readonly name: string;
  readonly discriminator: T extends unknown ? keyof T & string : never;
  readonly members: { readonly [value: string]: () => TypeSchema };
}

/**
 * A type alias that is not an interface: `type Mode = "Fast" | "Safe"`, `type Labels =
 * Record<string, string>`.
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
 * Merge behaviour of a list, map or object for server-side apply. A field's markers take precedence
 * over those of its type.
 */
export interface StructureMarkers {
  readonly listType?: "atomic" | "set" | "map";
  readonly listMapKeys?: readonly string[];
  readonly mapType?: "atomic" | "granular";
  readonly structType?: "atomic" | "granular";
}

/** List, map and patch markers of a field, for strategic merge patches and server-side apply. */
export interface PatchMarkers extends StructureMarkers {
  readonly patchStrategy?: readonly ("merge" | "replace" | "retainKeys")[];
  readonly patchMergeKey?: string;
}

/**
 * The type of a field, item or value. `type` distinguishes aliases that are the same to the
 * compiler, such as `Time` and `Duration`.
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

/** Any JSON value, not checked: `unknown`, `any`, `JSONValue`. */
export interface AnySchema {
  readonly type: "any";
}
/** A JSON object, not checked: `RawExtension`, `FieldsV1`. */
export interface RawSchema {
  readonly type: "RawExtension" | "FieldsV1";
}
export interface BooleanSchema {
  readonly type: "boolean";
}
export interface StringSchema {
  readonly type: "string" | "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity";
  /** Members of a union of literals. Validation checks them; decoding does not. */
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
 * A type with its own schema. `to` is a function because types can refer to each other and to
 * themselves.
 */
export interface NamedSchema<V> {
  readonly type: "ref";
  readonly to: () => Schema<V>;
}
/** `Embedded<T>`: an object within an object, whose apiVersion and kind are optional. */
export interface EmbeddedSchema {
  readonly type: "embedded";
  readonly to: () => TypeSchema;
}

/**
 * A schema of a type that the compiler does not know. Every `Schema<T>` is one; `shapeOf` returns
 * its content.
 */
export interface TypeSchema extends StructureMarkers {
  readonly name: string;
  readonly gvk?: GroupVersionKind;
  readonly fields?: unknown;
  readonly discriminator?: string;
  readonly members?: { readonly [value: string]: () => TypeSchema };
  readonly value?: unknown;
}

/** Content of a `Schema<T>` for any T, for code that walks schemas. */
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
 * Returns the content of a schema. The compiler cannot derive that every `Schema<T>` has this
 * shape; the definitions above ensure it.
 */
export function shapeOf(schema: TypeSchema): SchemaShape {
  return schema as SchemaShape;
}
