import { isIntOrString as intOrStringMarker } from "../../../../generators/markers/crd.js";
import { scalarPatterns } from "../../../../generators/crd-schemas/schema/scalar.js";
import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import { isReadSchema, below, schemaProperties, stringAt, stringsIn, type SchemaAt } from "../schema.js";
import { refOf } from "../read/openapi.js";
import { combinedMarkers, withoutAllOf } from "./combined.js";
import { asItemMarkers, constraintMarkers } from "./constraints.js";
import type { ImportContext } from "./context.js";
import type { DeclarationBody, WrittenDeclaration, TypeExpression, FieldDeclaration, TypeUse } from "./declaration.js";
import { hasIntOrString, numberType, stringTypeFor } from "./scalar-type.js";
import { unionOfInterfaces } from "./union.js";
import { openMarkers, valueMarkers } from "./value-markers.js";
import { importProblems } from "../problem-codes.js";

/**
 * The name of the property that a schema describes. `isElement` is true if the schema describes the
 * items of its list or the values of its map.
 */
export interface SchemaPlace {
  readonly name: string;
  readonly isElement: boolean;
}

/** Returns the TypeScript type of a schema, and the markers for the property that uses the type. */
export function typeUseOf(context: ImportContext, given: SchemaAt, place: SchemaPlace): TypeUse {
  const ref = refOf(given.schema);
  if (ref !== undefined) return withMarkers(context, given, referenceTo(context, given, ref), []);
  const at = withoutAllOf(given);
  const { schema } = at;
  if (hasIntOrString(schema)) {
    if (!hasOneType(at)) return intOrString(context, at);
    // CEL rules treat the values of an IntOrString as dynamic values, even if the schema has a
    // type.
    const use = typeUseOf(context, { ...at, schema: { ...schema, "x-kubernetes-int-or-string": undefined } }, place);
    return { ...use, markers: [...use.markers, `+${intOrStringMarker.name}`] };
  }
  switch (schema["type"] ?? impliedType(at)) {
    case "string":
      return text(context, at);
    case "integer":
    case "number":
      return constrained(context, at, context.runtime(numberType(schema)), []);
    case "boolean":
      return constrained(context, at, ["boolean"], []);
    case "array":
      return list(context, at, place);
    case "object":
      return object(context, at, place);
    default:
      return constrained(context, at, ["unknown"], []);
  }
}

/**
 * Reports whether the schema of an IntOrString also declares a type, so that only integers or only
 * strings are allowed. In OpenAPI documents, every schema declares a type, which does not restrict
 * an IntOrString.
 */
function hasOneType({ schema, source }: SchemaAt): boolean {
  return schema["x-kubernetes-int-or-string"] === true && schema["type"] !== undefined && source.resolve === undefined;
}

function impliedType({ schema }: SchemaAt): string | undefined {
  if (isReadSchema(schema["properties"]) || schema["additionalProperties"] !== undefined) return "object";
  return isReadSchema(schema["items"]) ? "array" : undefined;
}

function intOrString(context: ImportContext, at: SchemaAt): TypeUse {
  const isQuantity = at.schema["pattern"] === scalarPatterns.Quantity;
  const { schema } = at;
  const rest = {
    ...at,
    schema: { ...schema, anyOf: undefined, allOf: undefined, ...(isQuantity && { pattern: undefined }) },
  };
  return constrained(context, rest, context.runtime(isQuantity ? "Quantity" : "IntOrString"), ["format"]);
}

function text(context: ImportContext, at: SchemaAt): TypeUse {
  const { enum: members, pattern } = at.schema;
  const literals = Array.isArray(members) && members.every((member) => typeof member === "string") ? members : [];
  if (literals.length > 0) {
    const union = [...new Set(literals)].map((member) => unescapeLiteral(member));
    const use = constrained(context, at, [union.join(" | ")], ["enum"]);
    return union.length > 1 ? { ...use, isUnion: true } : use;
  }
  const alias = stringTypeFor(at.schema);
  return alias === undefined
    ? constrained(context, at, ["string"], [])
    : constrained(context, at, context.runtime(alias), ["format", ...(ofTypes.includes(pattern) ? ["pattern"] : [])]);
}

/** The patterns of the scalar types, which need no marker beside the type. */
const ofTypes: readonly unknown[] = Object.values(scalarPatterns);

function list(context: ImportContext, at: SchemaAt, place: SchemaPlace): TypeUse {
  const items = below(at, "items");
  if (items === undefined) return constrained(context, at, ["unknown[]"], []);
  const element = elementOf(context, items, place, true);
  const type: TypeExpression = element.isUnion === true ? ["(", ...element.type, ")[]"] : [...element.type, "[]"];
  const use = constrained(context, at, type, []);
  return { ...use, markers: [...use.markers, ...element.markers] };
}

function object(context: ImportContext, at: SchemaAt, place: SchemaPlace): TypeUse {
  const { schema } = at;
  const values = schema["additionalProperties"];
  const hasProperties = schemaProperties(at).length > 0;
  if (values !== undefined && values !== false && !hasProperties) {
    const value = below(at, "additionalProperties");
    const element = value === undefined ? { type: ["unknown"] } : elementOf(context, value, place, false);
    return constrained(context, at, ["Record<string, ", ...element.type, ">"], []);
  }
  if (values !== undefined && values !== false)
    context.omit(
      at,
      ["additionalProperties"],
      "a TypeScript type with named properties cannot have additional properties",
      "them",
    );
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  if (hasProperties || (!isOpen && !isEmbedded && place.name !== "metadata")) {
    const description = place.isElement ? (stringAt(schema, "description") ?? "") : "";
    const declaration = context.declare(
      unionOfInterfaces(context, at, description, fieldDeclarations) ?? interfaceOf(context, at, description),
    );
    return withMarkers(context, at, { type: [declaration], markers: [], isInterface: true }, ["preserve"]);
  }
  const name = place.name === "metadata" && !isEmbedded ? "ObjectMeta" : "RawExtension";
  return constrained(context, at, context.runtime(name), []);
}

/**
 * Returns the type of the items of a list or the values of a map. A type becomes an alias if it has
 * a description, or markers that have no form for items.
 */
function elementOf(context: ImportContext, at: SchemaAt, { name }: SchemaPlace, isItem: boolean): TypeUse {
  loseNull(context, at);
  const use = typeUseOf(context, at, { name, isElement: true });
  const description = use.isInterface === true ? "" : (stringAt(at.schema, "description") ?? "");
  if (description === "" && use.markers.length === 0) return use;
  const onList = isItem && description === "" ? asItemMarkers(use.markers) : undefined;
  if (onList !== undefined) return { ...use, markers: onList };
  const isReference = refOf(at.schema) !== undefined;
  if (isReference && use.markers.length === 0) return use;
  const alias = context.declare({ description, markers: use.markers, body: { kind: "alias", of: use.type } });
  return { type: [alias], markers: [] };
}

/** Returns a type with the markers for the constraints of its schema. */
function constrained(context: ImportContext, at: SchemaAt, type: TypeExpression, implied: readonly string[]): TypeUse {
  const markers = [...constraintMarkers(context, at, implied), ...combinedMarkers(context, at)];
  return withMarkers(context, at, { type, markers }, []);
}

/** Adds the markers for the property that contains the value, such as its default. */
function withMarkers(context: ImportContext, at: SchemaAt, use: TypeUse, implied: readonly string[]): TypeUse {
  return { ...use, markers: [...use.markers, ...valueMarkers(context, at, implied)] };
}

/** Returns the interface for an object schema. */
function interfaceOf(context: ImportContext, at: SchemaAt, description: string): WrittenDeclaration {
  const fields = fieldDeclarations(context, at, []);
  return {
    description,
    markers: [...unregistered(at), ...typeMarkers(context, at)],
    body: { kind: "interface", fields },
  };
}

/**
 * Returns a marker for an object with apiVersion, kind and metadata inside another object: it
 * prevents the registration of the type as a kind.
 */
function unregistered(at: SchemaAt): readonly string[] {
  const names = schemaProperties(at).map(([name]) => name);
  const isWhole = ["apiVersion", "kind", "metadata"].every((name) => names.includes(name));
  return isWhole ? ["+k8s:register-gen=false"] : [];
}

/** Returns the markers for the type of an object. */
export function typeMarkers(context: ImportContext, at: SchemaAt): readonly string[] {
  return [...constraintMarkers(context, at, ["format"]), ...combinedMarkers(context, at), ...openMarkers(context, at)];
}

/** Returns the properties of an object as fields, except the given names. */
export function fieldDeclarations(
  context: ImportContext,
  at: SchemaAt,
  without: readonly string[],
): readonly FieldDeclaration[] {
  const required = requiredOf(at);
  const properties = schemaProperties(at).filter(([name]) => !without.includes(name));
  const known = schemaProperties(at).map(([name]) => name);
  for (const name of required)
    if (!known.includes(name))
      context.omit(at, ["required"], `the required property ${name} is not declared in properties`);
  return properties.map(([name, property]) => fieldOf(context, name, property, required.includes(name)));
}

function fieldOf(context: ImportContext, name: string, given: SchemaAt, isRequired: boolean): FieldDeclaration {
  const isNullable = given.schema["nullable"] === true;
  const at = isNullable ? withoutNull(given) : given;
  const use = typeUseOf(context, at, { name, isElement: false });
  const hasDefault = use.markers.some((marker) => marker.startsWith("+default="));
  const isStruct = use.isInterface === true;
  const isOptional = !isRequired || (hasDefault && isStruct);
  const isInherited = isOptional && name in Object.prototype;
  if (isInherited)
    context.problems.push({
      ...importProblems.is("import/inherited-name"),
      message: `every JavaScript object inherits ${name}, so code cannot detect whether the optional property is absent`,
      hint: "the import declares it without `?` and with +optional: clients may omit it, and code then reads its zero value; nothing to do",
      position: at.source.positionOf(at.path),
    });
  return {
    name,
    isOptional: isOptional && !isInherited,
    description: stringAt(at.schema, "description") ?? "",
    markers: [
      ...(isRequired && hasDefault ? ["+required"] : []),
      ...(isInherited ? ["+optional"] : []),
      ...(isNullable ? ["+nullable"] : []),
      ...use.markers,
    ],
    type: isNullable && use.type[0] !== "unknown" ? [...use.type, " | null"] : use.type,
  };
}

/** Returns a schema without null in its enumeration. */
function withoutNull(at: SchemaAt): SchemaAt {
  const { enum: members } = at.schema;
  if (!Array.isArray(members)) return at;
  return { ...at, schema: { ...at.schema, enum: members.filter((member: unknown) => member !== null) } };
}

/**
 * Reports a nullable value that is not the value of a property, because TypeScript types of items
 * cannot express null.
 */
function loseNull(context: ImportContext, at: SchemaAt): void {
  if (at.schema["nullable"] === true)
    context.lost(
      at,
      ["nullable"],
      "in the imported types, only a property can be null, so they do not contain this nullable",
    );
}

/** Returns the names of the required properties of an object. */
export function requiredOf({ schema }: SchemaAt): readonly string[] {
  return stringsIn(schema["required"]);
}

/** Types of the runtime, by the endings of the names of OpenAPI definitions. */
const runtimeTypes: readonly (readonly [ending: string, name: string])[] = [
  [".meta.v1.ObjectMeta", "ObjectMeta"],
  [".meta.v1.ListMeta", "ListMeta"],
  [".meta.v1.Time", "Time"],
  [".meta.v1.MicroTime", "MicroTime"],
  [".meta.v1.Duration", "Duration"],
  [".meta.v1.FieldsV1", "FieldsV1"],
  [".util.intstr.IntOrString", "IntOrString"],
  [".api.resource.Quantity", "Quantity"],
  [".runtime.RawExtension", "RawExtension"],
];

/**
 * Returns the type for an OpenAPI definition: a type of the runtime, or else an interface or alias
 * with the last part of the definition's name. Definitions can be recursive.
 */
function referenceTo(context: ImportContext, at: SchemaAt, ref: string): TypeUse {
  const definition = at.source.resolve?.(ref);
  if (definition === undefined) {
    context.lost(at, [], `${ref} does not exist in the document: the imported type allows any value`);
    return { type: ["unknown"], markers: [] };
  }
  const { name } = definition;
  const known = runtimeTypes.find(([ending]) => name.endsWith(ending));
  if (known !== undefined) return { type: context.runtime(known[1]), markers: [] };
  const before = context.definitions.get(name);
  if (before !== undefined) return { type: [before], markers: [] };
  const { schema } = definition.at;
  loseNull(context, definition.at);
  const hasProperties = schema["properties"] !== undefined;
  let body: DeclarationBody = { kind: "interface", fields: [] };
  const markers: string[] = [];
  const declaration = {
    given: name.split(".").at(-1) ?? name,
    description: stringAt(schema, "description") ?? "",
    markers,
    get body() {
      return body;
    },
  };
  context.definitions.set(name, declaration);
  if (hasProperties) {
    body = { kind: "interface", fields: fieldDeclarations(context, definition.at, []) };
    markers.push(...unregistered(definition.at), ...typeMarkers(context, definition.at));
  } else {
    const use = typeUseOf(context, definition.at, { name: declaration.given, isElement: false });
    body = { kind: "alias", of: use.type };
    markers.push(...use.markers);
  }
  return { type: [declaration], markers: [] };
}
