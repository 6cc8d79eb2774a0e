import { textOf, type SchemaAt } from "../schema.js";
import type { Context } from "./context.js";
import type { Body, TypeUse } from "./declaration.js";
import { fieldsOf, typeMarkers, unregistered } from "./interface-of.js";
import { typeOf } from "./type-of.js";

/** Types of the runtime by the endings of their OpenAPI names. */
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
 * Returns the type of an OpenAPI definition: a type of the runtime, or an interface or alias with
 * the last part of the definition's name. A definition can contain itself.
 */
export function referenceTo(context: Context, at: SchemaAt, ref: string): TypeUse {
  const definition = at.source.resolve?.(ref);
  if (definition === undefined) {
    context.lost(at, [], `${ref} does not exist in the document: any value is allowed there`);
    return { type: ["unknown"], markers: [] };
  }
  const { name } = definition;
  const known = runtimeTypes.find(([ending]) => name.endsWith(ending));
  if (known !== undefined) return { type: context.runtime(known[1]), markers: [] };
  const before = context.definitions.get(name);
  if (before !== undefined) return { type: [before], markers: [] };
  const { schema } = definition.at;
  const isObject = schema["properties"] !== undefined;
  let body: Exclude<Body, { kind: "later" }> = { kind: "interface", fields: [] };
  const markers: string[] = [];
  const declaration = {
    given: name.split(".").at(-1) ?? name,
    description: textOf(schema, "description") ?? "",
    markers,
    body: { kind: "later" as const, body: () => body },
  };
  context.definitions.set(name, declaration);
  if (isObject) {
    body = { kind: "interface", fields: fieldsOf(context, definition.at, []) };
    markers.push(...unregistered(definition.at), ...typeMarkers(context, definition.at));
  } else {
    const use = typeOf(context, definition.at, { name: declaration.given, isElement: false });
    body = { kind: "alias", of: use.type };
    markers.push(...use.markers);
  }
  return { type: [declaration], markers: [] };
}
