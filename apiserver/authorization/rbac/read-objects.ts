import type { Document } from "yaml";
import { checkYAMLDepth } from "../../yaml/depth.js";
import { loadYAML } from "../../yaml/library.js";
import { NodeReader, positionInYAML, type MappingEntries } from "../../yaml/node-reader.js";
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
  const { LineCounter, parseAllDocuments } = loadYAML();
  const lines = new LineCounter();
  try {
    checkYAMLDepth(text);
  } catch (error) {
    problems.push(`${file}:1:1: ${(error as Error).message}`);
    return [];
  }
  // As in Kubernetes, YAML has version 1.1.
  const options = { version: "1.1", lineCounter: lines, prettyErrors: false, logLevel: "error" } as const;
  return [...parseAllDocuments(text, options)].flatMap((document) => {
    const wrong = [...document.errors, ...document.warnings];
    problems.push(...wrong.map(({ message, pos }) => `${positionInYAML(file, lines, pos[0])}: ${message}`));
    return wrong.length > 0 || isEmpty(document)
      ? []
      : inDocument(new NodeReader(file, document, lines, problems), document);
  });
}

function isEmpty({ contents }: Document): boolean {
  return contents === null || (loadYAML().isScalar(contents) && contents.value === null);
}

function inDocument(reader: NodeReader, { contents }: Document): readonly ReadObject[] {
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
