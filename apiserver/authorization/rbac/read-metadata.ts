import { validation } from "@apimachinery/runtime";
import type { MappingEntries, NodeReader } from "../../yaml/node-reader.js";

export interface ReadMetadata {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Reads the metadata fields of an object that affect authorization.
 * @param isNamespaced true if the object must have a namespace
 */
export function readMetadata(reader: NodeReader, root: MappingEntries, isNamespaced: boolean): ReadMetadata {
  const metadata = reader.child(root, "metadata");
  if (metadata === undefined) {
    reader.report(root.node, "metadata: Required value");
    return { namespace: "", name: "", labels: {} };
  }
  const name = reader.text(metadata, "name");
  const namespace = reader.text(metadata, "namespace");
  if (name === "") reader.problem(metadata, "name", "Required value: name is required");
  else requireSegment(reader, metadata, "name", name);
  if (isNamespaced && namespace === "") reader.problem(metadata, "namespace", "Required value");
  if (!isNamespaced && namespace !== "") reader.problem(metadata, "namespace", "Forbidden: not allowed on this type");
  for (const problem of namespace === "" ? [] : validation.isDNS1123Label(namespace))
    reader.problem(metadata, "namespace", `Invalid value: ${JSON.stringify(namespace)}: ${problem}`);
  return { namespace, name, labels: reader.textMap(metadata, "labels") };
}

/** Reports a name that cannot be a segment of a path (Go: IsPathSegmentName). */
export function requireSegment(reader: NodeReader, parent: MappingEntries, field: string, name: string): void {
  const problem =
    name === "." || name === ".."
      ? `may not be '${name}'`
      : /[/%]/.test(name)
        ? `may not contain '${name.includes("/") ? "/" : "%"}'`
        : undefined;
  if (problem !== undefined) reader.problem(parent, field, `Invalid value: ${JSON.stringify(name)}: ${problem}`);
}
