import { quoted } from "../quoted.js";
import { isObject, objectsIn, textOf, textsIn, valueAt, type Schema } from "../schema.js";
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
  const parts = [
    ...(path === undefined ? [] : [`path=${path}`]),
    ...(singular === undefined || singular === kind.toLowerCase() ? [] : [`singular=${singular}`]),
    ...(valueAt(crd, ["spec", "scope"]) === "Cluster" ? ["scope=Cluster"] : []),
    ...(short === undefined || short.length === 0 ? [] : [`shortName=${short.join(";")}`]),
    ...(categories === undefined || categories.length === 0 ? [] : [`categories=${categories.join(";")}`]),
  ];
  return parts.length === 0 ? [] : [`+kubebuilder:resource:${parts.join(",")}`];
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
      : [`+kubebuilder:metadata:${keyword}=${quoted(`${name}=${value}`)}`],
  );
}

/** Returns the markers of one version of a kind. */
export function versionMarkers({ value, isServed, isStored }: CRDVersion, isOnly: boolean): readonly string[] {
  return [
    ...(isStored && !isOnly ? ["+kubebuilder:storageversion"] : []),
    ...(isServed ? [] : ["+kubebuilder:unservedversion"]),
    ...deprecation(value),
    ...subresources(value["subresources"]),
    ...objectsIn(value["selectableFields"], []).map(
      (field) => `+kubebuilder:selectablefield:JSONPath=${quoted(textOf(field.value, "jsonPath") ?? "")}`,
    ),
    ...objectsIn(value["additionalPrinterColumns"], []).map((column) => columnMarker(column.value)),
  ];
}

function deprecation(version: Schema): readonly string[] {
  if (version["deprecated"] !== true) return [];
  const warning = textOf(version, "deprecationWarning");
  return [`+kubebuilder:deprecatedversion${warning === undefined ? "" : `:warning=${quoted(warning)}`}`];
}

function subresources(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  const { scale } = value;
  const paths = isObject(scale)
    ? Object.entries({
        specpath: "specReplicasPath",
        statuspath: "statusReplicasPath",
        selectorpath: "labelSelectorPath",
      })
        .flatMap(([argument, keyword]) => {
          const path = textOf(scale, keyword) ?? "";
          return path === "" ? [] : [`${argument}=${path}`];
        })
        .join(",")
    : "";
  return [
    ...(isObject(value["status"]) ? ["+kubebuilder:subresource:status"] : []),
    ...(paths === "" ? [] : [`+kubebuilder:subresource:scale:${paths}`]),
  ];
}

function columnMarker(column: Schema): string {
  const text = (keyword: string): string => textOf(column, keyword) ?? "";
  const { priority } = column;
  const parts = [
    `name=${quoted(text("name"))}`,
    `type=${text("type")}`,
    ...(text("format") === "" ? [] : [`format=${text("format")}`]),
    `JSONPath=${quoted(text("jsonPath"))}`,
    ...(text("description") === "" ? [] : [`description=${quoted(text("description"))}`]),
    ...(typeof priority === "number" && priority !== 0 ? [`priority=${String(priority)}`] : []),
  ];
  return `+kubebuilder:printcolumn:${parts.join(",")}`;
}
