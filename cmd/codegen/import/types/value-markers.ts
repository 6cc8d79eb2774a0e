import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import { argumentMarker, wordText } from "../../../../engine/markers/print-marker.js";
import { isReadSchema, quotedIn, stringAt, stringsIn, type SchemaAt } from "../schema.js";
import type { ImportContext } from "./context.js";
import { validationPrefix } from "./constraints.js";

/**
 * Returns the markers of a value that are not constraints: for its default, its list or map type,
 * its unknown fields, its patch strategy, and its title, example and external documentation.
 *
 * @param implied `preserve` if the type of the value already has the markers for unknown fields
 */
export function valueMarkers(context: ImportContext, at: SchemaAt, implied: readonly string[]): readonly string[] {
  const { schema } = at;
  return [
    ...defaultMarker(context, at),
    ...wordMarker(context, at, "x-kubernetes-list-type", "listType", /^(atomic|set|map)$/),
    ...stringsIn(schema["x-kubernetes-list-map-keys"]).map((key) => `+listMapKey=${wordText(key)}`),
    ...(implied.includes("preserve") ? [] : openMarkers(context, at)),
    ...patchMarkers(context, at),
    ...(stringAt(schema, "title") === undefined ? [] : [`+kubebuilder:title=${unescapeLiteral(schema["title"])}`]),
    ...(schema["example"] === undefined ? [] : [`+kubebuilder:example=${unescapeLiteral(schema["example"])}`]),
    ...externalDocs(schema["externalDocs"]),
  ];
}

/** Returns the markers for unknown fields, embedded objects and maps. */
export function openMarkers(context: ImportContext, at: SchemaAt): readonly string[] {
  const { schema } = at;
  const isMap = schema["additionalProperties"] !== undefined && !isReadSchema(schema["properties"]);
  // A value without a type gets the type `unknown`, which already keeps unknown fields.
  const isAny = schema["type"] === undefined && !isReadSchema(schema["properties"]);
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  return [
    ...(isOpen && !isAny ? ["+kubebuilder:pruning:PreserveUnknownFields"] : []),
    ...(schema["x-kubernetes-embedded-resource"] === true ? [`${validationPrefix}EmbeddedResource`] : []),
    ...wordMarker(context, at, "x-kubernetes-map-type", isMap ? "mapType" : "structType", /^(atomic|granular)$/),
  ];
}

/**
 * Returns the marker of a default. In Kubernetes' OpenAPI documents, a zero value as a default only
 * means that responses always contain the field, so it is ignored.
 */
function defaultMarker(context: ImportContext, at: SchemaAt): readonly string[] {
  const value = at.schema["default"];
  if (value === undefined) return [];
  const isFromOpenAPI = at.source.resolve !== undefined;
  if (isFromOpenAPI && ["{}", '""', "0", "false"].includes(JSON.stringify(value))) return [];
  if (value === null) {
    context.omit(at, ["default"], "no marker can express the default null");
    return [];
  }
  return [`+default=${unescapeLiteral(value)}`];
}

const patchStrategies = /^(merge|replace|retainKeys)(,(merge|replace|retainKeys))*$/;

function patchMarkers(context: ImportContext, at: SchemaAt): readonly string[] {
  const key = stringAt(at.schema, "x-kubernetes-patch-merge-key");
  return [
    ...wordMarker(context, at, "x-kubernetes-patch-strategy", "patchStrategy", patchStrategies),
    ...(key === undefined ? [] : [`+patchMergeKey=${wordText(key)}`]),
  ];
}

/** Returns the marker for a keyword whose value is a known word. Reports any other value. */
function wordMarker(
  context: ImportContext,
  at: SchemaAt,
  keyword: string,
  marker: string,
  known: RegExp,
): readonly string[] {
  const value = stringAt(at.schema, keyword) ?? "";
  if (value === "" || known.test(value)) return value === "" ? [] : [`+${marker}=${value}`];
  context.omit(at, [keyword], `${unescapeLiteral(value)} is not a valid value of ${keyword}`);
  return [];
}

function externalDocs(value: unknown): readonly string[] {
  if (!isReadSchema(value)) return [];
  const parts = ["url", "description"].map((keyword) => [keyword, quotedIn(value, keyword)] as const);
  const isEmpty = parts.every(([, text]) => text === undefined);
  return isEmpty ? [] : [argumentMarker("kubebuilder:externalDocs:", parts)];
}
