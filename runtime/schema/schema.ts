import type { GroupVersionKind } from "../meta/v1/group-version.js";
import type { Rule } from "./rule.js";
import type { JSONValue } from "../values/types.js";

/**
 * Description of a TypeScript type as a value, as Go's reflect.Type describes Go types. Generated
 * as `const PizzaSpecSchema: Schema<PizzaSpec>`, so that the compiler checks field names,
 * optionality and base types. Schemas are plain data. They are compared by identity and never
 * mutated.
 */
export type Schema<T> = ObjectSchema<T> | UnionSchema<T> | NamedValueSchema<T>;

/**
 * Schema of an interface. `fields` has inherited fields first, then the fields in declaration
 * order.
 */
export interface ObjectSchema<T> extends TypeFacts {
  /** Group, version and kind of the type. Set for interfaces that extend `TypeMeta`. */
  readonly gvk?: GroupVersionKind;
  /** The interfaces that this one extends directly. */
  readonly bases?: readonly Base[];
  /** Schema of each field: the type of its value, and facts that the type does not show. */
  readonly fields: { readonly [K in keyof T]-?: FieldSchema<T, K> };
  /** Objects keep unknown fields. */
  readonly preserveUnknown?: true;
}

/** Schema of a union of interfaces with a discriminator, a property whose type is a literal. */
export interface UnionSchema<T> extends TypeFacts {
  /** The property whose value selects the member. */
  readonly discriminator: T extends unknown ? keyof T & string : never;
  /** Schema of the member for each value of the discriminator. */
  readonly members: { readonly [value: string]: () => TypeSchema };
  /** Protobuf numbers of the members. */
  readonly numbers?: { readonly [value: string]: number };
  /** Objects of all members keep unknown fields. */
  readonly preserveUnknown?: true;
}

/**
 * Schema of a type alias without an interface: `type Mode = "Fast" | "Safe"`, `type Labels =
 * Record<string, string>`.
 */
export interface NamedValueSchema<T> extends TypeFacts {
  readonly value: ValueSchema<T>;
  /** Protobuf number of the field `items`, for a list or map that is a message. */
  readonly number?: number;
}

/** Facts about a type of any kind. */
export interface TypeFacts extends StructureMarkers {
  /** Package and name of the type, as Go prints it in errors: `v1alpha1.PizzaSpec`. */
  readonly name: string;
  /**
   * `runtime` for a schema that was made while the program runs, from input such as a
   * CustomResourceDefinition. Its names never become part of source text.
   */
  readonly origin?: "runtime";
  /** No rules follow from the type itself: only `rules` apply. */
  readonly infer?: "none";
  /** The parts whose types have no rules here. With `type`, only `rules` apply. */
  readonly opaque?: readonly OpaquePart[];
  /** Rules of every value of the type, in the order of its markers. */
  readonly rules?: readonly Rule[];
  /** Name of the OpenAPI definition: `com.example.shop.v1.Box`. Absent if there is none. */
  readonly model?: string;
  /** What follows from no other fact: keywords, and the required properties as `required`. */
  readonly openapi?: OpenAPIFacts;
}

/**
 * Keywords of OpenAPI definitions that follow from no other fact. A function as `default` returns a
 * constant of the program.
 */
export interface OpenAPIFacts {
  readonly [keyword: string]: unknown;
}

/** The type of a value, or the type of its items, values or keys. */
export type OpaquePart = "type" | "items" | "values" | "keys";

/** An interface that another interface extends, whose fields include those of the base. */
export interface Base {
  readonly to: () => TypeSchema;
  /** Protobuf number of the base, if it is a nested message, as embedded structs are in Go. */
  readonly number?: number;
  /** Name in `generated.proto`, if it is not the name of the base with a small first letter. */
  readonly wireName?: string;
}

type IsOptional<T, K extends keyof T> = T extends Record<K, T[K]> ? false : true;

export type FieldSchema<T, K extends keyof T> = PresentSchema<Exclude<T[K], undefined>> &
  (IsOptional<T, K> extends true ? { readonly optional: true } : { readonly optional?: never }) &
  FieldFacts;

/** `nullable` means that null is a value: the type is `V | null`, or any JSON value. */
type PresentSchema<V> = null extends V
  ? [JSONValue] extends [V]
    ? AnySchema & { readonly nullable?: true }
    : ValueSchema<Exclude<V, null>> & { readonly nullable: true }
  : ValueSchema<V> & { readonly nullable?: never };

/** Facts about a field that its type does not show. */
export interface FieldFacts extends PatchMarkers {
  /**
   * Value of `+default` of a scalar field. If the field is a key of a list, items without the field
   * have this key in server-side apply.
   */
  readonly default?: string | number | boolean;
  /** `+omitzero`: a zero that was read makes the field absent. */
  readonly omitZero?: true;
  /**
   * Reports whether requests must contain the field. Absent if it follows from `?`, from the
   * default, and from the name: the server sets `metadata`, and the `status` of a kind.
   */
  readonly required?: boolean;
  /** The rules of the field are those of this declaration, although a base declares it, too. */
  readonly redeclared?: true;
  /** Protobuf number. A field without a number is not part of the message. */
  readonly number?: number;
  /** Name in `generated.proto`, if it is not the name of the field. */
  readonly wireName?: string;
  /** The parts whose types have no rules here. */
  readonly opaque?: readonly OpaquePart[];
  /** The field's own rules. The rules of its type apply, too. */
  readonly rules?: readonly Rule[];
  /** What follows from no other fact; `false` if the OpenAPI definition lacks the property. */
  readonly openapi?: OpenAPIFacts | false;
}

/**
 * Merge behaviour of a list, map or object in server-side apply. Markers of a field take precedence
 * over markers of its type.
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
 * Schema of a field, item or value. `type` distinguishes aliases such as `Time` and `Duration`,
 * which are the same type to the compiler.
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

/** Schema of an arbitrary JSON value, which is not checked: `unknown`, `any`, `JSONValue`. */
export interface AnySchema {
  readonly type: "any";
}
/** Schema of an arbitrary JSON object, whose content is not checked: `RawExtension`, `FieldsV1`. */
export interface RawSchema {
  readonly type: "RawExtension" | "FieldsV1";
}
export interface BooleanSchema {
  readonly type: "boolean";
  readonly enum?: readonly boolean[];
}
export interface StringSchema {
  readonly type: "string" | "bytes" | "Time" | "MicroTime" | "Duration" | "Quantity";
  /** Members of a union of literals. Validation checks the value; decoding does not. */
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
  /** Schema of the declared type of the keys. */
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
 * Schema of `Embedded<T>`, an object that is the value of a field. Its apiVersion and kind are
 * optional.
 */
export interface EmbeddedSchema extends ReferenceFacts {
  readonly type: "embedded";
  readonly to: () => TypeSchema;
}

export interface ReferenceFacts {
  /** Objects in this place keep fields that their type does not have. */
  readonly preserveUnknown?: true;
}

/**
 * Schema of a type that is not known at compile time. Every `Schema<T>` is assignable to it;
 * `shapeOf` returns its content.
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

/** Content of a `Schema<T>` for any T, for code that processes schemas of all types. */
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
 * Returns the content of a schema. The compiler cannot derive that every `Schema<T>` has this
 * shape; the definitions above ensure it.
 */
export function shapeOf(schema: TypeSchema): SchemaShape {
  return schema as SchemaShape;
}

const messages = new WeakMap<TypeSchema, boolean>();

/** Reports whether a type has protobuf: whether one of its fields has a number. */
export function isMessage(schema: TypeSchema): boolean {
  let known = messages.get(schema);
  if (known === undefined) messages.set(schema, (known = hasNumbers(shapeOf(schema))));
  return known;
}

function hasNumbers({ number, numbers, bases = [], fields = {} }: SchemaShape): boolean {
  return (
    number !== undefined ||
    numbers !== undefined ||
    [...bases, ...Object.values(fields)].some((one) => one.number !== undefined)
  );
}
