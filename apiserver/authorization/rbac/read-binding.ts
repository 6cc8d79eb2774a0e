import { validation } from "@apimachinery/runtime";
import type { MappingEntries, NodeReader } from "../../yaml/node-reader.js";
import type { Binding, RBACSubject } from "./objects.js";
import { readMetadata, requireSegment } from "./read-metadata.js";

const group = "rbac.authorization.k8s.io";

/**
 * Reads a RoleBinding or a ClusterRoleBinding, and reports the problems of Kubernetes' validation.
 */
export function readBinding(reader: NodeReader, root: MappingEntries): Binding {
  const isNamespaced = reader.text(root, "kind") === "RoleBinding";
  reader.entries(root.node, "", ["apiVersion", "kind", "metadata", "roleRef", "subjects"]);
  const { namespace, name } = readMetadata(reader, root, isNamespaced);
  return {
    namespace,
    name,
    roleRef: readRoleRef(reader, root, isNamespaced),
    subjects: reader
      .children(root, "subjects", ["kind", "apiGroup", "name", "namespace"])
      .flatMap((subject) => readSubject(reader, subject, isNamespaced) ?? []),
  };
}

function readRoleRef(reader: NodeReader, root: MappingEntries, isNamespaced: boolean): Binding["roleRef"] {
  const found = reader.child(root, "roleRef", ["apiGroup", "kind", "name"]);
  if (found === undefined) {
    reader.report(root.node, "roleRef: Required value");
    return { kind: "ClusterRole", name: "" };
  }
  const apiGroup = reader.text(found, "apiGroup");
  if (apiGroup !== "" && apiGroup !== group) reportOther(reader, found, "apiGroup", apiGroup, [group]);
  const kind = reader.text(found, "kind");
  const isRole = isNamespaced && kind === "Role";
  if (!isRole && kind !== "ClusterRole")
    reportOther(reader, found, "kind", kind, isNamespaced ? ["Role", "ClusterRole"] : ["ClusterRole"]);
  const name = reader.text(found, "name");
  if (name === "") reader.problem(found, "name", "Required value");
  else requireSegment(reader, found, "name", name);
  return { kind: isRole ? "Role" : "ClusterRole", name };
}

const subjectKinds = ["ServiceAccount", "User", "Group"] as const;

function readSubject(reader: NodeReader, entries: MappingEntries, isNamespaced: boolean): RBACSubject | undefined {
  const found = reader.text(entries, "kind");
  const kind = subjectKinds.find((known) => known === found);
  if (kind === undefined) {
    reportOther(reader, entries, "kind", found, subjectKinds);
    return undefined;
  }
  const name = reader.text(entries, "name");
  const namespace = reader.text(entries, "namespace");
  const apiGroup = reader.text(entries, "apiGroup");
  const own = kind === "ServiceAccount" ? "" : group;
  if (name === "") reader.problem(entries, "name", "Required value");
  if (apiGroup !== "" && apiGroup !== own) reportOther(reader, entries, "apiGroup", apiGroup, [own]);
  if (kind === "ServiceAccount") {
    for (const problem of name === "" ? [] : validation.isDNS1123Subdomain(name))
      reader.problem(entries, "name", `Invalid value: ${JSON.stringify(name)}: ${problem}`);
    if (!isNamespaced && namespace === "") reader.problem(entries, "namespace", "Required value");
  }
  return { kind, name, namespace };
}

function reportOther(
  reader: NodeReader,
  parent: MappingEntries,
  field: string,
  value: string,
  supported: readonly string[],
): void {
  const list = supported.map((each) => JSON.stringify(each)).join(", ");
  reader.problem(parent, field, `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`);
}
