import { quoted } from "../quoted.js";
import { isObject, textOf, textsIn, type SchemaAt } from "../schema.js";
import type { Context } from "./context.js";
import { validation } from "./constraints.js";

/**
 * Returns the markers of a value that are not constraints: its default, its topology, its unknown
 * fields.
 *
 * @param implied `preserve` if the type of the value has the markers for unknown fields
 */
export function valueMarkers(context: Context, at: SchemaAt, implied: readonly string[]): readonly string[] {
  const { schema } = at;
  const text = (keyword: string, marker: string): readonly string[] => {
    const value = textOf(schema, keyword);
    return value === undefined || value === "" ? [] : [`+${marker}=${value}`];
  };
  return [
    ...defaultMarker(context, at),
    ...(schema["nullable"] === true ? ["+nullable"] : []),
    ...text("x-kubernetes-list-type", "listType"),
    ...textsIn(schema["x-kubernetes-list-map-keys"]).map((key) => `+listMapKey=${key}`),
    ...(implied.includes("preserve") ? [] : openMarkers(at)),
    ...patchMarkers(at),
    ...(textOf(schema, "title") === undefined ? [] : [`+kubebuilder:title=${quoted(textOf(schema, "title") ?? "")}`]),
    ...(schema["example"] === undefined ? [] : [`+kubebuilder:example=${JSON.stringify(schema["example"])}`]),
    ...externalDocs(schema["externalDocs"]),
  ];
}

/** Returns the markers for unknown fields, for objects inside of objects, and for maps. */
export function openMarkers({ schema }: SchemaAt): readonly string[] {
  const mapType = textOf(schema, "x-kubernetes-map-type");
  const isMap = schema["additionalProperties"] !== undefined && !isObject(schema["properties"]);
  // The type `unknown` of a value without a type implies that its fields are kept.
  const isAny = schema["type"] === undefined && !isObject(schema["properties"]);
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  return [
    ...(isOpen && !isAny ? ["+kubebuilder:pruning:PreserveUnknownFields"] : []),
    ...(schema["x-kubernetes-embedded-resource"] === true ? [`${validation}EmbeddedResource`] : []),
    ...(mapType === undefined ? [] : [`+${isMap ? "mapType" : "structType"}=${mapType}`]),
  ];
}

/**
 * Returns the marker of the default. In OpenAPI documents of Kubernetes, the zero value as a
 * default says only that a field is always present.
 */
function defaultMarker(context: Context, at: SchemaAt): readonly string[] {
  const value = at.schema["default"];
  if (value === undefined) return [];
  const isFromOpenAPI = at.source.resolve !== undefined;
  if (isFromOpenAPI && ["{}", '""', "0", "false"].includes(JSON.stringify(value))) return [];
  if (value === null) {
    context.lost(at, ["default"], "no marker states the default null: it is left out");
    return [];
  }
  return [`+default=${JSON.stringify(value)}`];
}

function patchMarkers(at: SchemaAt): readonly string[] {
  const strategy = textOf(at.schema, "x-kubernetes-patch-strategy");
  const key = textOf(at.schema, "x-kubernetes-patch-merge-key");
  return [
    ...(strategy === undefined ? [] : [`+patchStrategy=${strategy}`]),
    ...(key === undefined ? [] : [`+patchMergeKey=${key}`]),
  ];
}

function externalDocs(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  const parts = ["url", "description"].flatMap((keyword) => {
    const text = textOf(value, keyword);
    return text === undefined ? [] : [`${keyword}=${quoted(text)}`];
  });
  return parts.length === 0 ? [] : [`+kubebuilder:externalDocs:${parts.join(",")}`];
}
