import { oncePer } from "../util/once-per.js";
import type { GroupVersionKind } from "../meta/v1/group-version.js";
import type { Rule } from "./rule.js";
import type { JSONValue } from "../values/types.js";

/**
 * Description of a TypeScript type at run time, like Go's reflect.Type. It is generated as `const
 * PizzaSpecSchema: ObjectSchema<PizzaSpec>`, so that the compiler checks field names, optionality
 * and base types. Schemas are plain data: they are compared by identity and never mutated.
 */
export type Schema<T> = ObjectSchema<T> | UnionSchema<T> | NamedValueSchema<T>;

/**
 * Schema of an interface. In `fields`, inherited fields come first, followed by the interface's
 * fields in the order of their declarations.
 */
export interface ObjectSchema<T> extends TypeFacts {
  /** Group, version and kind of the type. Set for interfaces that extend `TypeMeta`. */
  readonly gvk?: GroupVersionKind;
  /** Interfaces that this interface extends directly. */
  readonly bases?: readonly Base[];
  /** Schema of each field: its type, and facts that TypeScript types do not express. */
  readonly fields: { readonly [K in keyof T]-?: FieldSchema<T, K> };
  /** True if objects keep unknown fields. */
  readonly preserveUnknown?: true;
}

/**
 * Schema of a union of interfaces with a discriminator: a property whose type is a string literal
 * in each member.
 */
export interface UnionSchema<T> extends TypeFacts {
  /** Name of the property whose value selects the member. */
  readonly discriminator: T extends unknown ? keyof T & string : never;
  /** Schemas of the members, by the value of the discriminator. */
  readonly members: { readonly [value: string]: () => TypeSchema };
  /** Protobuf field numbers of the members, by the value of the discriminator. */
  readonly numbers?: { readonly [value: string]: number };
  /** True if objects of all members keep unknown fields. */
  readonly preserveUnknown?: true;
}

/**
 * Schema of a type alias that is not an interface or a union of interfaces: `type Mode = "Fast" |
 * "Safe"`, `type Labels = Record<string, string>`.
 */
export interface NamedValueSchema<T> extends TypeFacts {
  readonly value: ValueSchema<T>;
  /** Protobuf number of the field `items`, for a list or map that is a message. */
  readonly number?: number;
}

/** Facts that types of all forms have. */
export interface TypeFacts extends StructureMarkers {
  /** Package and name of the type, in the form in which Go prints it: `v1alpha1.PizzaSpec`. */
  readonly name: string;
  /**
   * `runtime` for a schema that is created while the program runs, from input such as a
   * CustomResourceDefinition. Names in such a schema are not trusted, so they never become part of
   * source text.
   */
  readonly origin?: "runtime";
  /** `none` if the TypeScript type implies no validation rules, so that only `rules` apply. */
  readonly infer?: "none";
  /**
   * Excludes the rules of nested types: for each listed component (such as `items`), the rules of
   * its type do not apply. With `type`, only `rules` apply.
   */
  readonly opaque?: readonly OpaquePart[];
  /** Validation rules for every value of the type, in the order of its markers. */
  readonly rules?: readonly Rule[];
  /**
   * Name of the OpenAPI definition: `com.example.shop.v1.Box`. Absent if the type has no
   * definition.
   */
  readonly model?: string;
  /** Keywords of the OpenAPI definition that do not follow from other facts, such as `required`. */
  readonly openapi?: OpenAPIFacts;
}

/**
 * Keywords of an OpenAPI definition that do not follow from other facts. If `default` is a
 * function, it returns the value of a constant of the program.
 */
export interface OpenAPIFacts {
  readonly [keyword: string]: unknown;
}

/**
 * Component of a value for which the rules of the component's type are excluded: the value itself,
 * or its items, map values or map keys.
 */
export type OpaquePart = "type" | "items" | "values" | "keys";

/**
 * An interface that another interface extends. The other interface's `fields` include those of the
 * base.
 */
export interface Base {
  readonly to: () => TypeSchema;
  /**
   * Protobuf field number of the base; present only if the base is encoded as a nested message,
   * like an embedded struct in Go.
   */
  readonly number?: number;
  /**
   * Name in `generated.proto`; absent if it is the name of the base with a lowercase first letter.
   */
  readonly wireName?: string;
}

/**
 * Schema of the field K of T. For a field of type `unknown`, which contains undefined, the
 * declaration of T determines whether the field is optional. Without `strictNullChecks`, null is a
 * value of every type (`null extends string`), so that nothing can be derived from types.
 */
export type FieldSchema<T, K extends keyof T> = null extends string
  ? FieldShape
  : unknown extends T[K]
    ? AnySchema & (T extends Record<K, unknown> ? RequiredFacts<true> : OptionalFacts<true>)
    : SchemaOfField<T[K]>;

/** Schema of a field whose type is V, which contains undefined if the field is optional. */
type SchemaOfField<V> = undefined extends V
  ? OptionalFacts<IsNullable<V>> & PresentSchema<Exclude<V, undefined>>
  : RequiredFacts<IsNullable<V>> & PresentSchema<V>;

type IsNullable<V> = null extends V ? true : never;

/** Schema of a value that is not undefined: of type `V | null`, of any JSON value, or of type V. */
type PresentSchema<V> = null extends V
  ? [JSONValue] extends [V]
    ? AnySchema
    : ValueSchema<Exclude<V, null>> & { readonly nullable: true }
  : ValueSchema<V>;

interface RequiredFacts<Nullable> extends FieldFacts {
  readonly optional?: never;
  /** True if null is a valid value: the type is `V | null`, or any JSON value. */
  readonly nullable?: Nullable;
}

interface OptionalFacts<Nullable> extends FieldFacts {
  readonly optional: true;
  readonly nullable?: Nullable;
}

/** Facts about a field that TypeScript types do not express. */
export interface FieldFacts extends PatchMarkers {
  /**
   * Value of the marker `+default` of a scalar field. If the field is a list key, server-side apply
   * uses the default as the key of an item without the field.
   */
  readonly default?: string | number | boolean;
  /** True for the marker `+omitzero`: a zero value that is read makes the field absent. */
  readonly omitZero?: true;
  /**
   * Overrides whether requests must contain the field. If this property is absent, a field is
   * required unless it is optional or has a default, and `metadata` and `status` of a kind are not
   * required, because the server sets them.
   */
  readonly required?: boolean;
  /**
   * True if a base also declares the field. The rules of this declaration then replace those of the
   * base.
   */
  readonly redeclared?: true;
  /** Protobuf field number. A field without a number is not encoded in protobuf. */
  readonly number?: number;
  /** Name in `generated.proto`; absent if it is the name of the field. */
  readonly wireName?: string;
  /**
   * Excludes the rules of the field's type: for each listed component (such as `items`), the rules
   * of its type do not apply.
   */
  readonly opaque?: readonly OpaquePart[];
  /** Validation rules for the field. The rules of its type also apply. */
  readonly rules?: readonly Rule[];
  /**
   * Keywords of the OpenAPI definition that do not follow from other facts; `false` if the
   * definition does not contain the property.
   */
  readonly openapi?: OpenAPIFacts | false;
}

/**
 * Markers that determine how server-side apply merges a list, map or object. Markers of a field
 * take precedence over markers of its type.
 */
export interface StructureMarkers {
  readonly listType?: "atomic" | "set" | "map";
  readonly listMapKeys?: readonly string[];
  readonly mapType?: "atomic" | "granular";
  readonly structType?: "atomic" | "granular";
}

/** Markers of a field for server-side apply and for strategic merge patches. */
export interface PatchMarkers extends StructureMarkers {
  readonly patchStrategy?: readonly ("merge" | "replace" | "retainKeys")[];
  readonly patchMergeKey?: string;
}

/**
 * Schema of a field, item or value of type V. `type` distinguishes aliases such as `Time` and
 * `Duration`, which are the same type for the compiler. V contains null only if it is a type of any
 * JSON value, or without `strictNullChecks`.
 */
export type ValueSchema<V> = null extends string
  ? ValueShape
  : null extends V
    ? AnySchema
    : [V] extends [string | number | boolean]
      ? ScalarSchema<V> | NamedSchema<V>
      : [V] extends [readonly (infer E)[]]
        ? ListSchema<E> | TupleSchema | NamedSchema<V>
        : string extends keyof V
          ? MapSchema<V[string & keyof V]> | RawSchema | NamedSchema<V>
          : NamedSchema<V> | EmbeddedSchema;

type ScalarSchema<V> = [V] extends [boolean]
  ? BooleanSchema
  : [V] extends [string]
    ? StringSchema
    : [V] extends [number]
      ? NumberSchema
      : IntOrStringSchema;

/** Schema of any JSON value: `unknown`, `any`, `JSONValue`. The value is not checked. */
export interface AnySchema {
  readonly type: "any";
}
/** Schema of any JSON object: `RawExtension`, `FieldsV1`. The content is not checked. */
export interface RawSchema {
  readonly type: "RawExtension" | "FieldsV1";
}
export interface BooleanSchema {
  readonly type: "boolean";
  readonly enum?: readonly boolean[];
}
export interface StringSchema {
  readonly type: "string" | "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity";
  /** Members of a union of literals. Validation rejects other values; decoding accepts them. */
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
  /** Schema of the keys' type; absent if the keys are of type `string`. */
  readonly keys?: () => TypeSchema;
  readonly values: ValueSchema<V>;
}
/**
 * Reference to a type that has a separate schema. `to` is a function because types can refer to
 * each other and to themselves.
 */
export interface NamedSchema<V> extends ReferenceFacts {
  readonly type: "ref";
  readonly to: () => Schema<V>;
}
/**
 * Schema of `Embedded<T>`: an object with optional apiVersion and kind that is the value of a
 * field.
 */
export interface EmbeddedSchema extends ReferenceFacts {
  readonly type: "embedded";
  readonly to: () => TypeSchema;
}

export interface ReferenceFacts {
  /** True if objects at this reference keep unknown fields. */
  readonly preserveUnknown?: true;
}

/**
 * Schema of a type that is not known at compile time. Every `Schema<T>` is assignable to this type.
 * `shapeOf` returns the content.
 */
export interface TypeSchema extends TypeFacts {
  readonly gvk?: GroupVersionKind;
  readonly bases?: readonly Base[];
  readonly fields?: unknown;
  readonly preserveUnknown?: true;
  readonly discriminator?: string;
  readonly members?: { readonly [value: string]: () => TypeSchema };
  readonly numbers?: { readonly [value: string]: number };
  readonly value?: unknown;
  readonly number?: number;
}

/** Content of a schema, for code that processes schemas of all types. */
export interface SchemaShape extends TypeSchema {
  readonly fields?: { readonly [name: string]: FieldShape };
  readonly value?: ValueShape;
}

export type FieldShape = ValueShape & FieldFacts & { readonly optional?: true; readonly nullable?: true };

export type ValueShape =
  | AnySchema
  | RawSchema
  | BooleanSchema
  | StringSchema
  | NumberSchema
  | IntOrStringSchema
  | { readonly type: "list"; readonly items: ValueShape }
  | { readonly type: "tuple"; readonly items: readonly ValueShape[] }
  | { readonly type: "map"; readonly keys?: () => TypeSchema; readonly values: ValueShape }
  | ReferenceShape;

/** Reference to a type that has a separate schema. */
export type ReferenceShape =
  | (ReferenceFacts & { readonly type: "ref"; readonly to: () => TypeSchema })
  | EmbeddedSchema;

/**
 * Returns the content of a schema. A cast is needed, because the compiler cannot derive that every
 * `Schema<T>` has this shape.
 */
export function shapeOf(schema: TypeSchema): SchemaShape {
  return schema as SchemaShape;
}

/**
 * Reports whether a type has a protobuf encoding: whether the type, a base, a union member or a
 * field has a protobuf field number.
 */
export const isMessage: (schema: TypeSchema) => boolean = oncePer((schema) => hasNumbers(shapeOf(schema)));

function hasNumbers({ number, numbers, bases = [], fields = {} }: SchemaShape): boolean {
  return (
    number !== undefined ||
    numbers !== undefined ||
    [...bases, ...Object.values(fields)].some((one) => one.number !== undefined)
  );
}
