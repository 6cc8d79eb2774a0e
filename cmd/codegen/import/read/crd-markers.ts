import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import { argumentMarker, wordText } from "../../../../engine/markers/print-marker.js";
import { isReadSchema, objectsIn, quotedIn, stringAt, stringsIn, valueInDocument, type ReadSchema } from "../schema.js";
import type { CRDVersion } from "./crd-versions.js";

/**
 * Returns a function that returns the markers of a kind for a version. All versions have the
 * markers of `spec.names`. Only the stored version also has the markers of the CRD's metadata.
 */
export function resourceMarkers(crd: ReadSchema, kind: string): (isStored: boolean) => readonly string[] {
  const names = valueInDocument(crd, ["spec", "names"]);
  const resource = isReadSchema(names) ? namesOf(names, crd, kind) : [];
  const metadata = [...metadataOf(crd, "annotations"), ...metadataOf(crd, "labels")];
  return (isStored) => [...resource, ...(isStored ? metadata : [])];
}

function namesOf(names: ReadSchema, crd: ReadSchema, kind: string): readonly string[] {
  const [path, singular] = ["plural", "singular"].map((keyword) => stringAt(names, keyword));
  const [short, categories] = ["shortNames", "categories"].map((keyword) => stringsIn(names[keyword]));
  const list = (texts: readonly string[] = []): string | undefined =>
    texts.length === 0 ? undefined : wordText(texts.join(";"));
  const parts = [
    ["path", path === undefined ? undefined : wordText(path)],
    ["singular", singular === undefined || singular === kind.toLowerCase() ? undefined : wordText(singular)],
    ["scope", valueInDocument(crd, ["spec", "scope"]) === "Cluster" ? "Cluster" : undefined],
    ["shortName", list(short)],
    ["categories", list(categories)],
  ] as const;
  return parts.every(([, text]) => text === undefined) ? [] : [argumentMarker("kubebuilder:resource:", parts)];
}

/** Names of annotations and labels that tools write into CRDs. They are not imported. */
const ofTools =
  /^(controller-gen\.kubebuilder\.io\/|kubectl\.kubernetes\.io\/|codegen\.apimachinery\/|cert-manager\.io\/inject-)/;

function metadataOf(crd: ReadSchema, keyword: "annotations" | "labels"): readonly string[] {
  const entries = valueInDocument(crd, ["metadata", keyword]);
  if (!isReadSchema(entries)) return [];
  return Object.entries(entries).flatMap(([name, value]) =>
    ofTools.test(name) || typeof value !== "string"
      ? []
      : [argumentMarker("kubebuilder:metadata:", [[keyword, unescapeLiteral(`${name}=${value}`)]])],
  );
}

/** Returns the markers of one version of a kind. */
export function versionMarkers({ value, isServed, isStored }: CRDVersion, isOnly: boolean): readonly string[] {
  return [
    ...(isStored && !isOnly ? ["+kubebuilder:storageversion"] : []),
    ...(isServed ? [] : ["+kubebuilder:unservedversion"]),
    ...deprecation(value),
    ...subresources(value["subresources"]),
    ...objectsIn(value["selectableFields"], []).map((field) =>
      argumentMarker("kubebuilder:selectablefield:", [["JSONPath", quotedIn(field.value, "jsonPath")]]),
    ),
    ...objectsIn(value["additionalPrinterColumns"], []).map((column) => columnMarker(column.value)),
  ];
}

function deprecation(version: ReadSchema): readonly string[] {
  if (version["deprecated"] !== true) return [];
  const warning = quotedIn(version, "deprecationWarning");
  const marker = "kubebuilder:deprecatedversion";
  return [warning === undefined ? `+${marker}` : argumentMarker(`${marker}:`, [["warning", warning]])];
}

function subresources(value: unknown): readonly string[] {
  if (!isReadSchema(value)) return [];
  const { scale } = value;
  const scalePaths = {
    specpath: "specReplicasPath",
    statuspath: "statusReplicasPath",
    selectorpath: "labelSelectorPath",
  };
  const paths = Object.entries(isReadSchema(scale) ? scalePaths : {}).map(([argument, keyword]) => {
    const path = stringAt(scale as ReadSchema, keyword) ?? "";
    return [argument, path === "" ? undefined : wordText(path)] as const;
  });
  return [
    ...(isReadSchema(value["status"]) ? ["+kubebuilder:subresource:status"] : []),
    ...(paths.length === 0 ? [] : [argumentMarker("kubebuilder:subresource:scale:", paths)]),
  ];
}

function columnMarker(column: ReadSchema): string {
  const filled = (keyword: string): string | undefined => stringAt(column, keyword) || undefined;
  const [format, description] = [filled("format"), filled("description")];
  const { priority } = column;
  return argumentMarker("kubebuilder:printcolumn:", [
    ["name", unescapeLiteral(filled("name") ?? "")],
    ["type", wordText(filled("type") ?? "")],
    ["format", format === undefined ? undefined : wordText(format)],
    ["JSONPath", unescapeLiteral(filled("jsonPath") ?? "")],
    ["description", description === undefined ? undefined : unescapeLiteral(description)],
    ["priority", typeof priority === "number" && priority !== 0 ? String(priority) : undefined],
  ]);
}
