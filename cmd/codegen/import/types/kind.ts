import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import type { ImportedKind } from "../imported-kind.js";
import { below, isReadSchema, schemaProperties, stringAt, type SchemaAt } from "../schema.js";
import type { ImportContext } from "./context.js";
import type { WrittenDeclaration, FieldDeclaration } from "./declaration.js";
import { fieldDeclarations, requiredOf, typeMarkers } from "./type-of.js";
import { refOf } from "../read/openapi.js";

/** Returns the interfaces of a kind and of its list type. */
export function kindInterfaces(context: ImportContext, imported: ImportedKind): readonly WrittenDeclaration[] {
  const { group, version, kind, markers, schema } = imported;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const base = (name: string): string => `TypeMeta<${unescapeLiteral(apiVersion)}, ${unescapeLiteral(name)}>`;
  for (const name of ["TypeMeta", "ObjectMeta", "ListMeta"]) context.runtime(name);
  checkMetadata(context, schema);
  const metadata = { name: "metadata", isOptional: false, description: "", markers: [] };
  const root: WrittenDeclaration = {
    given: kind,
    description: stringAt(schema.schema, "description") ?? "",
    markers: [...markers, ...typeMarkers(context, schema)],
    base: base(kind),
    body: {
      kind: "interface",
      fields: [
        { ...metadata, type: ["ObjectMeta"] },
        ...fieldDeclarations(context, schema, ["apiVersion", "kind", "metadata"]),
        ...missingStatus(context, imported),
      ],
    },
  };
  const list: WrittenDeclaration = {
    given: `${kind}List`,
    description: `A list of ${kind} objects.`,
    markers: [],
    base: base(`${kind}List`),
    body: {
      kind: "interface",
      fields: [
        { ...metadata, type: ["ListMeta"] },
        { ...metadata, name: "items", type: [root, "[]"] },
      ],
    },
  };
  return [root, list];
}

/**
 * Returns an empty status field for a kind that has the status subresource but no status in its
 * schema.
 */
function missingStatus(context: ImportContext, { markers, schema }: ImportedKind): readonly FieldDeclaration[] {
  const hasStatus = schemaProperties(schema).some(([name]) => name === "status");
  if (hasStatus || !markers.includes("+kubebuilder:subresource:status")) return [];
  const status = context.declare({ description: "", markers: [], body: { kind: "interface", fields: [] } });
  return [{ name: "status", isOptional: true, description: "", markers: [], type: [status] }];
}

/** Reports constraints of a kind's metadata and status that markers cannot express. */
function checkMetadata(context: ImportContext, at: SchemaAt): void {
  const metadata = below(at, "metadata") ?? below(at, "properties", "metadata");
  if (metadata !== undefined && refOf(metadata.schema) === undefined) {
    const { properties } = metadata.schema;
    const rules = Object.keys(metadata.schema).filter((key) => !["type", "description", "properties"].includes(key));
    if (rules.length > 0 || (isReadSchema(properties) && Object.keys(properties).length > 0))
      context.omit(metadata, [], "no marker can express rules for the metadata of a kind", "them");
  }
  const hasStatus = schemaProperties(at).some(([name]) => name === "status");
  if (hasStatus && requiredOf(at).includes("status"))
    context.lost(at, ["required"], "with the imported types, the status of a kind is never required");
}
