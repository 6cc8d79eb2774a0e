import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Type, TypeId, Universe } from "../../engine/model/universe.js";
import type { Position } from "../../engine/problem.js";
import { extensionsOf } from "./extensions.js";
import { literalsSchema, scalarSchema, scalarZero } from "./scalars.js";
import { constrainedProperties, markersOfPart, validationsOf } from "./validations.js";
import { json, merged, property, type EntryView, type SchemaView } from "./view.js";

/** What a value's schema needs to know of the types around it. */
export interface Context {
  readonly universe: Universe;
  /** The reference to a type. Undefined where it has no definition, which is reported. */
  readonly refTo: (id: TypeId) => EntryView | undefined;
  /** The same for what stands elsewhere: where its problems are reported. */
  readonly at: (position: Position) => Context;
  /** Aliases that lead to themselves: they have definitions, as objects do. */
  readonly recursive: ReadonlySet<TypeId>;
}

/** Any JSON value. */
const anything: SchemaView = [json("x-kubernetes-preserve-unknown-fields", true)];

/**
 * The schema of a value where it is used. Objects are referred to, other names are looked through,
 * as in openapi-gen.
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

/** An item of a list or a value of a map, with what it is in Go where it is not said. */
function elementSchema(context: Context, type: Type): SchemaView {
  const schema = valueSchema(context, type);
  return [...zeroDefault(context, type, schema), ...schema];
}

/**
 * A default that openapi-gen gives to whatever is always there: the zero of a plain value, and `{}`
 * for an object. No zero is a member of a union.
 */
export function zeroDefault(context: Context, type: Type, schema: SchemaView): SchemaView {
  // Of what may be anything nobody knows the zero.
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

/** A schema with what markers say of the value, and of its items, values and properties. */
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

/** The schema generator warns of those on anything else. */
const ofLists: ReadonlySet<string> = new Set([
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-patch-merge-key",
]);

/** Bytes are a list to Go; what is referred to, or anything, may be one. */
function mayBeList(schema: SchemaView): boolean {
  const said = new Map(schema.map((entry) => [entry.key, entry.kind === "json" ? entry.value : undefined]));
  const type = said.get("type");
  return type === undefined || type === "array" || said.get("format") === "byte";
}
