import { groupVersionOfKind } from "../../engine/model/group-version.js";
import { typeById, underlying } from "../../engine/model/lookup.js";
import type { Field, ObjectShape, Shape, Type, TypeDeclaration } from "../../engine/model/universe.js";
import { openapiGen } from "../markers/openapi.js";
import { defaultOf } from "./default.js";
import { descriptionOf, withMembers } from "../json-schema/description.js";
import { extensionsOf, unionsOf } from "../markers/extensions.js";
import { isRequired } from "../presence/required.js";
import { membersOf } from "./scalars.js";
import { typeMetaDescriptions } from "../json-schema/type-meta.js";
import { validationsOf } from "../markers/constraints.js";
import { valueSchema, withMarkers, type Context } from "./value.js";
import { given, json, merged, property, type PropertyView, type SchemaView } from "./view.js";

/** Properties apiVersion and kind. They come first in JSON and are the same for every kind. */
const typeMeta: readonly PropertyView[] = [
  property("kind", given({ description: typeMetaDescriptions.kind, type: "string" })),
  property("apiVersion", given({ description: typeMetaDescriptions.apiVersion, type: "string" })),
];

/**
 * Returns the schema of a declared type. In its own package, a property whose type is an alias has
 * the schema of the alias's target. Other packages refer to the schema of the alias, because they
 * do not read its target.
 */
export function definitionSchema(context: Context, type: TypeDeclaration): SchemaView {
  const description = described(
    context,
    type.shape.kind === "alias" ? type.shape.of : { kind: "ref", to: type.id },
    type.description,
  );
  const schema = [
    ...given({ description: description === "" ? undefined : description }),
    ...shapeSchema(context, type, type.shape),
  ];
  return merged(schema, [
    ...validationsOf(type.markers),
    ...extensionsOf(type.markers),
    ...kindExtension(context, type),
  ]);
}

function shapeSchema(context: Context, type: TypeDeclaration, shape: Shape): SchemaView {
  switch (shape.kind) {
    case "object":
      return objectSchema(context, type, shape);
    case "union":
      return unionSchema(context, shape);
    case "alias":
      return valueSchema(context, shape.of);
    case "opaque":
      throw new Error("a generic type has no definition");
  }
}

function objectSchema(context: Context, type: TypeDeclaration, shape: ObjectShape): SchemaView {
  const fields = shape.fields.filter((field) => openapiGen.read(field).own !== false);
  const properties = [
    ...(shape.typeMeta === undefined ? [] : typeMeta),
    ...fields.map((field) => property(field.name, fieldSchema(context, type, field))),
  ];
  const required = fields.filter((field) => isRequired(context.universe, type, field)).map(({ name }) => name);
  return [
    json("type", "object"),
    ...(required.length === 0 ? [] : [json("required", required)]),
    ...(properties.length === 0 ? [] : [{ kind: "properties", key: "properties", properties } as const]),
    ...unionsOf(type, shape, (id) => typeById(context.universe, id)),
  ];
}

/**
 * Returns the schema of a union. It contains the complete schemas of the members. The discriminator
 * is required, because it selects the member.
 */
function unionSchema(context: Context, shape: Extract<Shape, { readonly kind: "union" }>): SchemaView {
  const discriminator = property(
    shape.discriminator,
    given({ type: "string", enum: shape.members.map(({ value }) => value) }),
  );
  return [
    json("type", "object"),
    json("required", [shape.discriminator]),
    { kind: "properties", key: "properties", properties: [discriminator] },
    {
      kind: "schemas",
      key: "oneOf",
      schemas: shape.members.map(({ type }) => valueSchema(context, { kind: "ref", to: type })),
    },
  ];
}

function fieldSchema(outer: Context, type: TypeDeclaration, field: Field): SchemaView {
  const context = outer.at(field.position);
  const description = described(context, field.type, field.description);
  const value = valueSchema(context, field.type);
  const schema = withMarkers(value, field.markers);
  return [
    ...given({ description: description === "" ? undefined : description }),
    ...merged(schema, defaultOf(context, field, type, value)),
  ];
}

/**
 * Returns the description of a property, followed by the possible values if its type is a union of
 * literals.
 */
function described({ universe }: Context, type: Type, comment: string): string {
  const description = descriptionOf(comment);
  const under = underlying(universe, type);
  return under.kind === "literals" && typeof under.values[0] !== "boolean"
    ? withMembers(description, membersOf(under.values))
    : description;
}

/**
 * Returns the extension `x-kubernetes-group-version-kind` of a kind. Servers use it to find the
 * definition of the kind. Returns no extension for other types.
 */
function kindExtension({ universe }: Context, type: TypeDeclaration): SchemaView {
  const groupVersion = groupVersionOfKind(universe, type);
  if (groupVersion === undefined || type.shape.kind !== "object") return [];
  const { group, version } = groupVersion;
  return [json("x-kubernetes-group-version-kind", [{ group, version, kind: type.shape.typeMeta?.kind ?? type.name }])];
}
