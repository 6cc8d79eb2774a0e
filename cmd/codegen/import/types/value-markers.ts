import { literalText } from "../../../../engine/markers/escapes.js";
import { argumentMarker, wordText } from "../../../../engine/markers/print-marker.js";
import { isObject, quotedIn, textOf, textsIn, type SchemaAt } from "../schema.js";
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
  return [
    ...defaultMarker(context, at),
    ...wordMarker(context, at, "x-kubernetes-list-type", "listType", /^(atomic|set|map)$/),
    ...textsIn(schema["x-kubernetes-list-map-keys"]).map((key) => `+listMapKey=${wordText(key)}`),
    ...(implied.includes("preserve") ? [] : openMarkers(context, at)),
    ...patchMarkers(context, at),
    ...(textOf(schema, "title") === undefined ? [] : [`+kubebuilder:title=${literalText(schema["title"])}`]),
    ...(schema["example"] === undefined ? [] : [`+kubebuilder:example=${literalText(schema["example"])}`]),
    ...externalDocs(schema["externalDocs"]),
  ];
}

/** Returns the markers for unknown fields, for objects inside of objects, and for maps. */
export function openMarkers(context: Context, at: SchemaAt): readonly string[] {
  const { schema } = at;
  const isMap = schema["additionalProperties"] !== undefined && !isObject(schema["properties"]);
  // The type `unknown` of a value without a type implies that its fields are kept.
  const isAny = schema["type"] === undefined && !isObject(schema["properties"]);
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  return [
    ...(isOpen && !isAny ? ["+kubebuilder:pruning:PreserveUnknownFields"] : []),
    ...(schema["x-kubernetes-embedded-resource"] === true ? [`${validation}EmbeddedResource`] : []),
    ...wordMarker(context, at, "x-kubernetes-map-type", isMap ? "mapType" : "structType", /^(atomic|granular)$/),
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
  return [`+default=${literalText(value)}`];
}

const patchStrategies = /^(merge|replace|retainKeys)(,(merge|replace|retainKeys))*$/;

function patchMarkers(context: Context, at: SchemaAt): readonly string[] {
  const key = textOf(at.schema, "x-kubernetes-patch-merge-key");
  return [
    ...wordMarker(context, at, "x-kubernetes-patch-strategy", "patchStrategy", patchStrategies),
    ...(key === undefined ? [] : [`+patchMergeKey=${wordText(key)}`]),
  ];
}

/** Returns the marker of a keyword with a known word as its value. Reports any other value. */
function wordMarker(context: Context, at: SchemaAt, keyword: string, marker: string, known: RegExp): readonly string[] {
  const value = textOf(at.schema, keyword) ?? "";
  if (value === "" || known.test(value)) return value === "" ? [] : [`+${marker}=${value}`];
  context.lost(at, [keyword], `${literalText(value)} is not a value of ${keyword}: it is left out`);
  return [];
}

function externalDocs(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  const parts = ["url", "description"].map((keyword) => [keyword, quotedIn(value, keyword)] as const);
  const isEmpty = parts.every(([, text]) => text === undefined);
  return isEmpty ? [] : [argumentMarker("kubebuilder:externalDocs:", parts)];
}
