import { propertiesOf, textOf, type SchemaAt } from "../schema.js";
import { combinedMarkers } from "./combined.js";
import { constraintMarkers } from "./constraints.js";
import type { Context } from "./context.js";
import type { Declaration, FieldDeclaration } from "./declaration.js";
import { requiredOf, typeOf } from "./type-of.js";
import { openMarkers } from "./value-markers.js";

/** Returns the interface of an object's schema. */
export function interfaceOf(context: Context, at: SchemaAt, description: string): Declaration {
  const fields = fieldsOf(context, at, []);
  return {
    description,
    markers: [...unregistered(at), ...typeMarkers(context, at)],
    body: { kind: "interface", fields },
  };
}

/**
 * Returns the marker of a whole object inside of another one, which is not a kind of the version.
 */
export function unregistered(at: SchemaAt): readonly string[] {
  const names = propertiesOf(at).map(([name]) => name);
  const isWhole = ["apiVersion", "kind", "metadata"].every((name) => names.includes(name));
  return isWhole ? ["+k8s:register-gen=false"] : [];
}

/** Returns the markers of an object that belong to its type. */
export function typeMarkers(context: Context, at: SchemaAt): readonly string[] {
  return [...constraintMarkers(context, at, ["format"]), ...combinedMarkers(context, at), ...openMarkers(context, at)];
}

/** Returns the properties of an object as fields, without the given names. */
export function fieldsOf(context: Context, at: SchemaAt, without: readonly string[]): readonly FieldDeclaration[] {
  const required = requiredOf(at);
  const properties = propertiesOf(at).filter(([name]) => !without.includes(name));
  const known = propertiesOf(at).map(([name]) => name);
  for (const name of required)
    if (!known.includes(name))
      context.lost(at, ["required"], `the required property ${name} is not declared: it is left out`);
  return properties.map(([name, property]) => fieldOf(context, name, property, required.includes(name)));
}

function fieldOf(context: Context, name: string, at: SchemaAt, isRequired: boolean): FieldDeclaration {
  const use = typeOf(context, at, { name, isElement: false });
  const hasDefault = use.markers.some((marker) => marker.startsWith("+default="));
  const isStruct = use.isInterface === true;
  const isOptional = !isRequired || (hasDefault && isStruct);
  const isInherited = isOptional && name in Object.prototype;
  if (isInherited)
    context.warn(
      at,
      "import/inherited-name",
      `every JavaScript object inherits ${name}, so that code cannot see whether the optional property is absent`,
      `in TypeScript the property is required, with +optional: clients may leave it out, and it is then empty`,
    );
  return {
    name,
    isOptional: isOptional && !isInherited,
    description: textOf(at.schema, "description") ?? "",
    markers: [
      ...(isRequired && hasDefault ? ["+required"] : []),
      ...(isInherited ? ["+optional"] : []),
      ...use.markers,
    ],
    type: use.type,
  };
}
