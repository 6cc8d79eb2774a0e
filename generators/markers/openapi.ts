import { defineMarker, type Parsed } from "../../engine/markers/define-marker.js";
import { bareMarker, checkFlag, define, none, some, valued } from "./known/define.js";
import type { Marker, MarkerDefinition, MarkerFault, MarkerPlace } from "../../engine/markers/marker.js";
import { parseChecked } from "../../engine/markers/parsers.js";
import { nearest } from "../../engine/util/nearest.js";
import { declarative, isOfKind, keywords, parseMarkerJSON } from "./constraints.js";
import { upperFirstLetter } from "../../engine/util/first-letter.js";

const owner = "openapi";
const anywhere: readonly MarkerPlace[] = ["type", "field"];

/** Value of an `+k8s:openapi-gen` marker: true, false, or a vendor extension. */
export type OpenAPIGen = boolean | { readonly extension: string; readonly text: string };

export const openapiGen = defineMarker({
  name: "k8s:openapi-gen",
  places: ["package", "type", "field"],
  value: "`true`, `false`, or `x-…:value`",
  description:
    "Adds a package, type or property to OpenAPI documents or removes it (served versions are included by default), or adds an extension to the schema.",
  example: "+k8s:openapi-gen=true",
  owner,
  repeatable: true,
  raw: true,
  parse: parseOpenAPIGen,
  combine: (found) => ({
    /** First boolean value of the markers; undefined if no marker has a boolean value. */
    own: found.map(({ value }) => value).find((value) => typeof value === "boolean"),
    extensions: found.flatMap(({ value }) => (typeof value === "boolean" ? [] : [value])),
  }),
});

export const modelPackageMarker = defineMarker({
  name: "k8s:openapi-model-package",
  places: ["package", "type"],
  value: "a name with dots",
  description: "The prefix of definition names. Default: the reversed group and the version, such as com.example.v1.",
  example: "+k8s:openapi-model-package=io.k8s.api.apps.v1",
  owner,
  parse: parseChecked(some),
});

export const optional = bareMarker(
  owner,
  "optional",
  ["field"],
  "A client may omit the property although it has no `?`.",
);

export const required = bareMarker(
  owner,
  "required",
  ["field"],
  "A client must send the property although it has a `?` or a default.",
);

export const union = bareMarker(
  owner,
  "union",
  anywhere,
  "Publishes that at most one of the optional properties of the object is set. The server enforces it with +k8s:zeroOrOneOfMember.",
);

export const unionDiscriminator = bareMarker(
  owner,
  "unionDiscriminator",
  ["field"],
  "The property that contains the name of the union member that is set.",
);

export const openapiMarkers: readonly MarkerDefinition[] = [
  openapiGen,
  modelPackageMarker,
  ...define(owner, anywhere, {
    "k8s:validation:*": valued(
      "a JSON literal",
      "maxLength=63",
      "A constraint that the schema publishes and the server enforces, such as maximum, pattern or enum. With the prefix items:, the constraint applies to the items of a list; cel[0]:rule is a CEL rule.",
      { endings: Object.keys(keywords), repeatable: true, raw: true, check: checkValidation },
    ),
  }),
  optional,
  required,
  ...define(owner, anywhere, {
    nullable: none("The property can be null: its type is `T | null`.", { places: ["field"], check: checkFlag }),
    enum: none(
      "Go's marker for an enum. The marker has no effect in codegen: the members of a union of literals are always in the schema.",
    ),
  }),
  union,
  unionDiscriminator,
];

/** Names of the markers of validation-gen and controller-gen that are copied into schemas. */
export const foreignMarkers: readonly string[] = [
  ...["required", "optional", "listType", "listMapKey", ...declarative].map((name) => `k8s:${name}`),
  ...["Required", "Optional", ...Object.keys(keywords).map(upperFirstLetter)].flatMap((name) => [
    `kubebuilder:validation:${name}`,
    `kubebuilder:validation:items:${name}`,
  ]),
  ...["AtMostOneOf", "ExactlyOneOf", "AtLeastOneOf", "EmbeddedResource", "XEmbeddedResource"].map(
    (name) => `kubebuilder:validation:${name}`,
  ),
  "kubebuilder:validation:XValidation:*",
  "kubebuilder:validation:items:XValidation:*",
  "kubebuilder:validation:XPreserveUnknownFields",
  "kubebuilder:pruning:PreserveUnknownFields",
];

function parseOpenAPIGen({ value = "" }: Marker): Parsed<OpenAPIGen> {
  if (value === "true" || value === "false") return { value: value === "true" };
  const [, extension, text] = /^(x-[^:]+):(.*)$/.exec(value) ?? [];
  return extension === undefined || text === undefined
    ? { fault: "needs true, false or an extension, such as x-kubernetes-…:value" }
    : { value: { extension, text } };
}

function checkValidation({ name, value }: Marker): string | MarkerFault | undefined {
  const keyword = name
    .slice("k8s:validation:".length)
    .replace(/^((items|additionalProperties|properties:[^:]+):)+/, "");
  if (/^cel\[\d+\]:(rule|message|messageExpression|optionalOldSelf|reason|fieldPath)$/.test(keyword)) return undefined;
  const before = name.slice(0, name.length - keyword.length);
  if (!Object.hasOwn(keywords, keyword)) {
    const meant = /^cel\b/.test(keyword) ? "cel[0]:rule" : nearest(keyword, Object.keys(keywords));
    const fault = `\`${keyword}\` is not a constraint; the constraints are ${Object.keys(keywords).join(", ")}, cel[0]:rule`;
    return meant === undefined ? fault : { fault, instead: `+${before}${meant}=${value ?? ""}` };
  }
  const isText = keywords[keyword] === "string";
  if (isText || isOfKind(keyword, parseMarkerJSON(value ?? ""))) return undefined;
  const fault = `\`${keyword}\` needs a JSON value: a ${keywords[keyword] === "count" ? "whole number" : (keywords[keyword] ?? "")}`;
  return { fault, instead: `+${before}${keyword}=${exampleOf(keyword, value ?? "")}`, isExample: true };
}

/**
 * Returns an example of a correct value for a keyword. If the keyword needs a number, the example
 * has the number in `written`, or a fixed number if `written` contains none.
 */
function exampleOf(keyword: string, written: string): string {
  const digits = /-?\d+(\.\d+)?/.exec(written)?.[0];
  switch (keywords[keyword]) {
    case "number":
      return digits ?? "10";
    case "count":
      return String(Math.abs(Math.trunc(Number(digits ?? "1"))));
    case "boolean":
      return "true";
    default:
      return '["a","b"]';
  }
}
