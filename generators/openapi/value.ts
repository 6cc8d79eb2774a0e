import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Type, TypeId, Universe } from "../../engine/model/universe.js";
import type { Position } from "../../engine/problem.js";
import { extensionsOf } from "./extensions.js";
import { literalsSchema, scalarSchema, scalarZero } from "./scalars.js";
import { constrainedProperties, markersOfPart, validationsOf } from "./validations.js";
import { json, merged, property, type EntryView, type SchemaView } from "./view.js";

/** Access of a value's schema to the types around it. */
export interface Context {
  readonly universe: Universe;
  /**
   * Returns the reference to a type. Returns undefined for a type without a definition, and reports
   * it.
   */
  readonly refTo: (id: TypeId) => EntryView | undefined;
  /** Returns a context that reports problems at another position. */
  readonly at: (position: Position) => Context;
  /** Aliases that refer to themselves. They have definitions, as objects do. */
  readonly recursive: ReadonlySet<TypeId>;
}

/** The schema of any JSON value. */
const anything: SchemaView = [json("x-kubernetes-preserve-unknown-fields", true)];

/**
 * Returns the schema of a value at the place of its use. As in openapi-gen, objects are references,
 * and other named types are replaced by their target.
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

/**
 * Returns the schema of an item of a list or a value of a map, with Go's zero value as its default.
 */
function elementSchema(context: Context, type: Type): SchemaView {
  const schema = valueSchema(context, type);
  return [...zeroDefault(context, type, schema), ...schema];
}

/**
 * Returns the default that openapi-gen gives to a required property: the zero of a plain value, and
 * `{}` for an object. A union has none, because a zero value is not a member.
 */
export function zeroDefault(context: Context, type: Type, schema: SchemaView): SchemaView {
  // The schema of any JSON has no zero value.
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
    default:
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
 * Adds to a schema what markers state about the value, its items, its values and its properties.
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

/** Extensions that apply to lists only. The schema generator reports them on other types. */
const ofLists: ReadonlySet<string> = new Set([
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-patch-merge-key",
]);

/**
 * Reports whether a schema can be that of a list. Bytes are a list in Go; a reference or any JSON
 * may be one.
 */
function mayBeList(schema: SchemaView): boolean {
  const said = new Map(schema.map((entry) => [entry.key, entry.kind === "json" ? entry.value : undefined]));
  const type = said.get("type");
  return type === undefined || type === "array" || said.get("format") === "byte";
}
