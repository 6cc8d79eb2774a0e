import { literalText } from "../../../../engine/markers/escapes.js";
import { argumentMarker, wordText } from "../../../../engine/markers/print-marker.js";
import { isObject, objectsIn, quotedIn, textOf, textsIn, valueAt, type Schema } from "../schema.js";
import type { CRDVersion } from "./crd-versions.js";

/**
 * Returns the markers of a kind that all versions share, and those of the CRD's metadata, which
 * only the stored version has.
 */
export function resourceMarkers(crd: Schema, kind: string): (isStored: boolean) => readonly string[] {
  const names = valueAt(crd, ["spec", "names"]);
  const resource = isObject(names) ? namesOf(names, crd, kind) : [];
  const metadata = [...metadataOf(crd, "annotations"), ...metadataOf(crd, "labels")];
  return (isStored) => [...resource, ...(isStored ? metadata : [])];
}

function namesOf(names: Schema, crd: Schema, kind: string): readonly string[] {
  const [path, singular] = ["plural", "singular"].map((keyword) => textOf(names, keyword));
  const [short, categories] = ["shortNames", "categories"].map((keyword) => textsIn(names[keyword]));
  const list = (texts: readonly string[] = []): string | undefined =>
    texts.length === 0 ? undefined : wordText(texts.join(";"));
  const parts = [
    ["path", path === undefined ? undefined : wordText(path)],
    ["singular", singular === undefined || singular === kind.toLowerCase() ? undefined : wordText(singular)],
    ["scope", valueAt(crd, ["spec", "scope"]) === "Cluster" ? "Cluster" : undefined],
    ["shortName", list(short)],
    ["categories", list(categories)],
  ] as const;
  return parts.every(([, text]) => text === undefined) ? [] : [argumentMarker("kubebuilder:resource:", parts)];
}

/** Annotations that tools write into every CRD. */
const ofTools =
  /^(controller-gen\.kubebuilder\.io\/|kubectl\.kubernetes\.io\/|codegen\.apimachinery\/|cert-manager\.io\/inject-)/;

function metadataOf(crd: Schema, keyword: "annotations" | "labels"): readonly string[] {
  const entries = valueAt(crd, ["metadata", keyword]);
  if (!isObject(entries)) return [];
  return Object.entries(entries).flatMap(([name, value]) =>
    ofTools.test(name) || typeof value !== "string"
      ? []
      : [argumentMarker("kubebuilder:metadata:", [[keyword, literalText(`${name}=${value}`)]])],
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

function deprecation(version: Schema): readonly string[] {
  if (version["deprecated"] !== true) return [];
  const warning = quotedIn(version, "deprecationWarning");
  const marker = "kubebuilder:deprecatedversion";
  return [warning === undefined ? `+${marker}` : argumentMarker(`${marker}:`, [["warning", warning]])];
}

function subresources(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  const { scale } = value;
  const scalePaths = {
    specpath: "specReplicasPath",
    statuspath: "statusReplicasPath",
    selectorpath: "labelSelectorPath",
  };
  const paths = Object.entries(isObject(scale) ? scalePaths : {}).map(([argument, keyword]) => {
    const path = textOf(scale as Schema, keyword) ?? "";
    return [argument, path === "" ? undefined : wordText(path)] as const;
  });
  return [
    ...(isObject(value["status"]) ? ["+kubebuilder:subresource:status"] : []),
    ...(paths.length === 0 ? [] : [argumentMarker("kubebuilder:subresource:scale:", paths)]),
  ];
}

function columnMarker(column: Schema): string {
  const filled = (keyword: string): string | undefined => textOf(column, keyword) || undefined;
  const [format, description] = [filled("format"), filled("description")];
  const { priority } = column;
  return argumentMarker("kubebuilder:printcolumn:", [
    ["name", literalText(filled("name") ?? "")],
    ["type", wordText(filled("type") ?? "")],
    ["format", format === undefined ? undefined : wordText(format)],
    ["JSONPath", literalText(filled("jsonPath") ?? "")],
    ["description", description === undefined ? undefined : literalText(description)],
    ["priority", typeof priority === "number" && priority !== 0 ? String(priority) : undefined],
  ]);
}
