import { loadYAML } from "../../yaml/library.js";
import { documentReaders, type MappingEntries, type NodeReader } from "../../yaml/node-reader.js";
import type { Binding, RBACRole } from "./objects.js";
import { readBinding } from "./read-binding.js";
import { readRole } from "./read-role.js";

export const rbacGroup = "rbac.authorization.k8s.io";

/** A role or a binding, with its position in a file. */
export type ReadObject = { readonly position: string } & (
  | { readonly kind: "Role" | "ClusterRole"; readonly object: RBACRole }
  | { readonly kind: "RoleBinding" | "ClusterRoleBinding"; readonly object: Binding }
);

/**
 * Reads the roles and bindings in a YAML or JSON text. The text can have several documents, and
 * lists of objects.
 * @param problems receives all problems as `file:line:column: message`
 */
export function readObjects(file: string, text: string, problems: string[]): readonly ReadObject[] {
  return documentReaders(file, text, problems).flatMap(readDocument);
}

function readDocument(reader: NodeReader): readonly ReadObject[] {
  const { contents, errors, warnings } = reader.document;
  if (!reader.requireSyntax([...errors, ...warnings])) return [];
  if (contents === null || (loadYAML().isScalar(contents) && contents.value === null)) return [];
  const root = reader.entries(contents, "");
  if (root === undefined) return [];
  const isList = reader.text(root, "kind") === "List" && reader.text(root, "apiVersion") === "v1";
  const objects = isList ? reader.children(root, "items").map((item) => ({ ...item, path: "" })) : [root];
  return objects.flatMap((object) => readOne(reader, object) ?? []);
}

const version = `${rbacGroup}/v1`;
const kinds = ["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"];

function readOne(reader: NodeReader, root: MappingEntries): ReadObject | undefined {
  const apiVersion = reader.text(root, "apiVersion");
  const kind = reader.text(root, "kind");
  const position = reader.position(root.node);
  if (apiVersion !== version || !kinds.includes(kind)) {
    const found = `kind ${JSON.stringify(kind)} of apiVersion ${JSON.stringify(apiVersion)}`;
    reader.report(root.node, `${found}: only ${kinds.join(", ")} of ${version} are supported`);
    return undefined;
  }
  switch (kind) {
    case "Role":
    case "ClusterRole":
      return { position, kind, object: readRole(reader, root, kind) };
    default:
      return {
        position,
        kind: kind === "RoleBinding" ? kind : "ClusterRoleBinding",
        object: readBinding(reader, root),
      };
  }
}
