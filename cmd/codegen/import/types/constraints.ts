import { numberFormats, namedStringFormat } from "../../../../runtime/crd/index.js";
import { bounds } from "../../../../runtime/schema/limits.js";
import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import { argumentMarker } from "../../../../engine/markers/print-marker.js";
import { objectsIn, quotedIn, stringAt, type ReadSchema, type SchemaAt } from "../schema.js";
import type { ImportContext } from "./context.js";
import { upperFirstLetter } from "../../../../engine/util/first-letter.js";

export const validationPrefix = "+kubebuilder:validation:";

/** Keywords of a schema that have a marker and whose value is a number or a boolean. */
const plain: readonly string[] = [
  ...bounds.value.flatMap((keyword) => [keyword, `exclusive${upperFirstLetter(keyword)}`]),
  ...["multipleOf", ...bounds.characters, ...bounds.items, "uniqueItems", ...bounds.properties],
];

/**
 * Returns the markers for the constraints of a value.
 *
 * @param implied keywords that the TypeScript type expresses, such as its format or enumeration
 */
export function constraintMarkers(context: ImportContext, at: SchemaAt, implied: readonly string[]): readonly string[] {
  const { schema } = at;
  const markers = plain.flatMap((keyword) => {
    const value = schema[keyword];
    return typeof value === "number" || value === true
      ? [`${validationPrefix}${upperFirstLetter(keyword)}=${String(value)}`]
      : [];
  });
  return [
    ...markers,
    ...(implied.includes("format") ? [] : formatMarker(context, at)),
    ...(implied.includes("pattern") ? [] : patternMarker(schema)),
    ...(implied.includes("enum") ? [] : enumMarker(context, at)),
    ...rules(at),
  ];
}

function formatMarker(context: ImportContext, at: SchemaAt): readonly string[] {
  const format = stringAt(at.schema, "format") ?? "";
  const isNumber = at.schema["type"] === "number" && numberFormats.includes(format);
  const isText = at.schema["type"] === "string" && namedStringFormat(format) !== undefined;
  if (format === "") return [];
  if (isNumber || isText) return [`${validationPrefix}Format=${format}`];
  if (at.schema["type"] === "string")
    context.omit(at, ["format"], `the format ${format} is not checked by API servers`);
  return [];
}

function patternMarker(schema: ReadSchema): readonly string[] {
  const pattern = stringAt(schema, "pattern");
  if (pattern === undefined || pattern === "") return [];
  const isPlain = /^[^`\p{C}\u2028\u2029]*$/u.test(pattern);
  return [`${validationPrefix}Pattern=${isPlain ? `\`${pattern}\`` : unescapeLiteral(pattern)}`];
}

function enumMarker(context: ImportContext, at: SchemaAt): readonly string[] {
  const { enum: members } = at.schema;
  if (!Array.isArray(members) || members.length === 0) return [];
  const values = [...new Set(members.map((member) => unescapeLiteral(member)))];
  const stated = values.filter((value) => !/^(null|[[{].*)$/.test(value));
  if (stated.length < values.length)
    context.omit(at, ["enum"], "no marker can express null, a list or an object as a value of an enumeration");
  return stated.length === 0 ? [] : [`${validationPrefix}Enum=${stated.join(";")}`];
}

/** Returns the markers for the CEL rules of a value. */
function rules({ schema }: SchemaAt): readonly string[] {
  return objectsIn(schema["x-kubernetes-validations"], []).map(({ value }) => {
    const texts = ["rule", "message", "messageExpression", "reason", "fieldPath"];
    return argumentMarker(`${validationPrefix.slice(1)}XValidation:`, [
      ...texts.map((keyword) => [keyword, quotedIn(value, keyword)] as const),
      ["optionalOldSelf", value["optionalOldSelf"] === true ? "true" : undefined],
    ]);
  });
}

const ofItems =
  /^\+kubebuilder:validation:(?=(Maximum|Minimum|Exclusive(Maximum|Minimum)|MultipleOf|M(in|ax)(Properties|Length|Items)|Pattern|Format|UniqueItems|Enum)=|XValidation:)/;

/** Returns the markers for the items of a list; undefined if a marker has no form for items. */
export function asItemMarkers(markers: readonly string[]): readonly string[] | undefined {
  return markers.every((marker) => ofItems.test(marker))
    ? markers.map((marker) => marker.replace(validationPrefix, `${validationPrefix}items:`))
    : undefined;
}
