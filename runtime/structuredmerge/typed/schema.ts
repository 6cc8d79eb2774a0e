import { getOwn, isObject } from "../../json/values.js";
import type { JSONObject, JSONValue } from "../../values/types.js";

/**
 * The types of a schema, as a list and by name. Source: the package `schema` of
 * structured-merge-diff.
 */
export interface TypedSchema {
  readonly types: readonly TypeDef[];
  readonly byName: ReadonlyMap<string, Atom>;
}

export interface TypeDef {
  readonly name: string;
  readonly atom: Atom;
}

/** A reference to a named type, or an inlined type. */
export interface TypeRef {
  readonly namedType: string | undefined;
  readonly inlined: Atom;
  /**
   * Replaces the relationship of the list or map to which the reference refers; undefined to keep
   * that relationship.
   */
  readonly elementRelationship: string | undefined;
  /**
   * True if the reference does not contain a type. A map with such an `elementType` has no
   * undeclared fields.
   */
  readonly isEmpty: boolean;
  /**
   * Cached result of `resolveType`: undefined before the first call, null if the type does not
   * exist.
   */
  resolved: Atom | null | undefined;
}

/** The types that a value can have: at most one scalar, one list and one map type. */
export interface Atom {
  readonly scalar: string | undefined;
  readonly list: ListType | undefined;
  readonly map: MapType | undefined;
}

export interface ListType {
  readonly elementType: TypeRef;
  /**
   * With `atomic`, the list is one value. With `associative`, each item can have its own manager.
   * Empty if the schema does not declare a relationship.
   */
  readonly elementRelationship: string;
  /** The fields that identify an item; empty for a set of scalars. */
  readonly keys: readonly string[];
}

export interface MapType {
  readonly fields: ReadonlyMap<string, StructField>;
  /** True if the schema has a list of fields for the map, even an empty list. */
  readonly hasFields: boolean;
  /** The type of undeclared fields. */
  readonly elementType: TypeRef;
  /** With `atomic`, the map is one value. Otherwise, each field can have its own manager. */
  readonly elementRelationship: string;
}

export interface StructField {
  readonly type: TypeRef;
  /**
   * The default of a key field, used if an item does not have the field; null without a default.
   */
  readonly default: JSONValue;
}

/** Returns the schema that a document describes, which must be valid. */
export function schemaOf(document: JSONValue): TypedSchema {
  const types = listOf(objectOf(document), "types").map((item) => ({
    name: textOf(item, "name") ?? "",
    atom: atomOf(item),
  }));
  // If several types have the same name, the last one counts, as in Go's map.
  return { types, byName: new Map(types.map(({ name, atom }) => [name, atom])) };
}

function atomOf(item: JSONObject): Atom {
  const [list, map] = [objectAt(item, "list"), objectAt(item, "map")];
  return {
    scalar: textOf(item, "scalar"),
    list: list === undefined ? undefined : listTypeOf(list),
    map: map === undefined ? undefined : mapTypeOf(map),
  };
}

function listTypeOf(item: JSONObject): ListType {
  return {
    elementType: typeRefOf(objectAt(item, "elementType")),
    elementRelationship: textOf(item, "elementRelationship") ?? "",
    keys: (getOwn(item, "keys") as string[] | undefined) ?? [],
  };
}

function mapTypeOf(item: JSONObject): MapType {
  const fields = listOf(item, "fields").map((field): [string, StructField] => [
    textOf(field, "name") ?? "",
    { type: typeRefOf(objectAt(field, "type")), default: getOwn(field, "default") ?? null },
  ]);
  return {
    fields: new Map(fields),
    hasFields: Array.isArray(getOwn(item, "fields")),
    elementType: typeRefOf(objectAt(item, "elementType")),
    elementRelationship: textOf(item, "elementRelationship") ?? "",
  };
}

const noAtom: Atom = { scalar: undefined, list: undefined, map: undefined };

function typeRefOf(item: JSONObject | undefined): TypeRef {
  const inlined = item === undefined ? noAtom : atomOf(item);
  const namedType = textOf(item, "namedType");
  const elementRelationship = textOf(item, "elementRelationship");
  const isEmpty =
    item === undefined ||
    (namedType === undefined &&
      elementRelationship === undefined &&
      getOwn(item, "nullable") !== true &&
      inlined.scalar === undefined &&
      inlined.list === undefined &&
      inlined.map === undefined);
  return { namedType, inlined, elementRelationship, isEmpty, resolved: undefined };
}

/** A reference that does not contain a type. */
export const emptyTypeRef: TypeRef = typeRefOf(undefined);

/** Returns a reference to a type by its name, which `resolveType` looks up in the schema. */
export function namedTypeRef(name: string): TypeRef {
  return { namedType: name, inlined: noAtom, elementRelationship: undefined, isEmpty: false, resolved: undefined };
}

/**
 * Returns the type to which a reference refers. Returns undefined if the schema does not have the
 * type, or if the reference has a relationship, but the type is neither a list nor a map. Source:
 * `schema.Schema.Resolve`.
 */
export function resolveType(schema: TypedSchema, ref: TypeRef): Atom | undefined {
  ref.resolved ??= resolved(schema, ref) ?? null;
  return ref.resolved ?? undefined;
}

function resolved(schema: TypedSchema, ref: TypeRef): Atom | undefined {
  const atom = ref.namedType === undefined ? ref.inlined : schema.byName.get(ref.namedType);
  const { elementRelationship } = ref;
  if (atom === undefined || elementRelationship === undefined) return atom;
  if (atom.map !== undefined) return { ...atom, map: { ...atom.map, elementRelationship } };
  if (atom.list !== undefined) return { ...atom, list: { ...atom.list, elementRelationship } };
  return undefined;
}

/**
 * Returns the type of a map's field. For an undeclared field, this is the `elementType` of the map.
 */
export function fieldTypeOf(map: MapType, name: string): TypeRef {
  return map.fields.get(name)?.type ?? map.elementType;
}

function objectOf(value: JSONValue): JSONObject {
  return isObject(value) ? value : {};
}

function objectAt(item: JSONObject, key: string): JSONObject | undefined {
  const value = getOwn(item, key);
  return value === undefined || value === null ? undefined : objectOf(value);
}

function listOf(item: JSONObject, key: string): JSONObject[] {
  return (getOwn(item, key) as JSONObject[] | null | undefined) ?? [];
}

function textOf(item: JSONObject | undefined, key: string): string | undefined {
  return item === undefined ? undefined : ((getOwn(item, key) as string | null | undefined) ?? undefined);
}
