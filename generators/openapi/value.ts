import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Type, TypeId, Universe } from "../../engine/model/universe.js";
import type { Position } from "../../engine/base/problem.js";
import { extensionsOf } from "../markers/extensions.js";
import { literalsSchema, scalarSchema, scalarZero } from "./scalars.js";
import { constrainedProperties, markersOfPart, validationsOf } from "../markers/constraints.js";
import { json, merged, property, type EntryView, type SchemaView } from "./view.js";

/** Information about other types that is necessary for the schema of a value. */
export interface Context {
  readonly universe: Universe;
  /**
   * Returns the reference to a type. Reports a type without a definition, and returns undefined for
   * it.
   */
  readonly refTo: (id: TypeId) => EntryView | undefined;
  /** Returns a context that reports problems at another position. */
  readonly at: (position: Position) => Context;
  /** Aliases that refer to themselves. They have definitions, as interfaces do. */
  readonly recursive: ReadonlySet<TypeId>;
}

/** Schema of an arbitrary JSON value. */
const anything: SchemaView = [json("x-kubernetes-preserve-unknown-fields", true)];

/**
 * Returns the schema of a value in the schema of another type. As in openapi-gen, an object is a
 * reference, and an alias is replaced by the type to which it refers.
 */
export function valueSchema(context: Context, type: Type): SchemaView {
  switch (type.kind) {
    case "scalar":
      return scalarSchema(type.name);
    case "literals":
      return literalsSchema(type.values);
    case "list":
      return [json("type", "array"), { kind: "schema", key: "items", schema: elementSchema(context, type.element) }];
    case "map":
      return [
        json("type", "object"),
        { kind: "schema", key: "additionalProperties", schema: elementSchema(context, type.value) },
      ];
    case "tuple": {
      const count = type.elements.length;
      return [
        json("type", "array"),
        { kind: "schema", key: "items", schema: anything },
        json("minItems", count),
        json("maxItems", count),
      ];
    }
    case "ref":
      return referenceSchema(context, type.to);
    case "embedded":
      return reference(context, type.of);
  }
}

/** Returns the schema of a list item or a map value. Its default is Go's zero value. */
function elementSchema(context: Context, type: Type): SchemaView {
  const schema = valueSchema(context, type);
  return [...zeroDefault(context, type, schema), ...schema];
}

/**
 * Returns the default that openapi-gen writes for a required property: the zero of a plain value,
 * and `{}` for an object. A union has no default, because its zero value is not one of its members.
 */
export function zeroDefault(context: Context, type: Type, schema: SchemaView): SchemaView {
  // An arbitrary JSON value has no zero value.
  const zero = schema === anything ? undefined : zeroOf(context, type);
  return zero === undefined ? [] : [json("default", zero)];
}

function zeroOf(context: Context, type: Type): unknown {
  switch (type.kind) {
    case "scalar":
      return scalarZero(type.name);
    case "ref": {
      const shape = typeById(context.universe, type.to)?.shape;
      if (shape?.kind !== "alias") return shape?.kind === "union" ? undefined : {};
      return context.recursive.has(type.to) ? undefined : zeroOf(context, shape.of);
    }
    case "embedded":
      return {};
    case "literals":
    case "list":
    case "tuple":
    case "map":
      return undefined;
  }
}

function referenceSchema(context: Context, id: TypeId): SchemaView {
  const type = typeById(context.universe, id);
  if (type?.shape.kind !== "alias" || context.recursive.has(id)) return reference(context, id);
  return withMarkers(valueSchema(context, type.shape.of), type.markers);
}

function reference(context: Context, id: TypeId): SchemaView {
  const ref = context.refTo(id);
  return ref === undefined ? anything : [ref];
}

/**
 * Returns a schema with the constraints and extensions from markers. Markers can constrain the
 * value itself, its items, its map values and its properties.
 */
export function withMarkers(schema: SchemaView, markers: readonly Marker[]): SchemaView {
  if (markers.length === 0) return schema;
  const inner = schema.map((entry) =>
    entry.kind === "schema"
      ? { ...entry, schema: withMarkers(entry.schema, markersOfPart(markers, entry.key)) }
      : entry,
  );
  const properties = constrainedProperties(markers).map((name) =>
    property(name, withMarkers([], markersOfPart(markers, `properties:${name}`))),
  );
  const fitting = extensionsOf(markers).filter(({ key }) => !ofLists.has(key) || mayBeList(schema));
  return merged(inner, [
    ...validationsOf(markers),
    ...(properties.length === 0 ? [] : [{ kind: "properties", key: "properties", properties } as const]),
    ...fitting,
  ]);
}

/** Extensions that are valid only on lists. The schema generator reports them on other types. */
const ofLists: ReadonlySet<string> = new Set([
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-patch-merge-key",
]);

/**
 * Reports whether values of a schema can be lists. Bytes count as a list, because they are a list
 * in Go. A schema without a type, that is a reference or an arbitrary JSON value, can be a list.
 */
function mayBeList(schema: SchemaView): boolean {
  const said = new Map(schema.map((entry) => [entry.key, entry.kind === "json" ? entry.value : undefined]));
  const type = said.get("type");
  return type === undefined || type === "array" || said.get("format") === "byte";
}
