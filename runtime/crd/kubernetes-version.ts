import { newestVersion } from "../cel/environment/known-versions.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { itemsSchema, propertySchemas, valuesSchema } from "./schema-parts.js";
import { withParts } from "../rules/keywords.js";
import type { CRDSchema, Version } from "./types.js";

/** Returns the minor version number of a version of Kubernetes: 31 for "1.31". */
function minorOf(kubernetes = newestVersion): number {
  return Number(kubernetes.split(".")[1]);
}

/**
 * Returns the version of Kubernetes whose CEL features new rules may use. It is the version before
 * the server's version, so that servers that are not yet upgraded can also read the rules.
 */
export function languageOf(kubernetes?: string): string {
  return `1.${String(minorOf(kubernetes) - 1)}`;
}

/**
 * Maximum number of characters of a string in a request, if each character has 4 bytes in UTF-8.
 */
const longestString = 3 * 2 ** 18 - 1;

/**
 * Returns a schema with the string lengths on which the given version of Kubernetes bases its cost
 * estimates. The lengths of enumeration members are used since 1.29, and `maxLength` of an
 * IntOrString since 1.34.
 */
export function estimatedSchema(schema: CRDSchema, kubernetes: string | undefined): CRDSchema {
  const minor = minorOf(kubernetes);
  return minor < 34 ? withLengths(schema, minor) : schema;
}

function withLengths(schema: CRDSchema, minor: number): CRDSchema {
  const {
    maxLength = minor < 29 && schema.type === "string" && schema.enum !== undefined ? longestString : undefined,
    ...rest
  } = schema;
  return {
    ...withParts<CRDSchema>(rest, (part) => withLengths(part, minor)),
    ...(maxLength === undefined || schema["x-kubernetes-int-or-string"] === true ? {} : { maxLength }),
  };
}

/**
 * Returns the errors of fields that do not exist in a version of Kubernetes. An API server of that
 * version ignores such fields, or rejects them in strict validation.
 */
export function newFieldErrors(
  path: field.Path,
  { selectableFields = [], schema }: Version,
  kubernetes: string | undefined,
): FieldError[] {
  const minor = minorOf(kubernetes);
  const since = (version: number) => `API servers have this field since Kubernetes 1.${String(version)}`;
  const root = path.child("schema").child("openAPIV3Schema");
  return [
    ...(minor < 30 && selectableFields.length > 0 ? [field.forbidden(path.child("selectableFields"), since(30))] : []),
    ...(minor < 29 && schema?.openAPIV3Schema !== undefined
      ? optionalPlaces(root, schema.openAPIV3Schema).map((place) => field.forbidden(place, since(29)))
      : []),
  ];
}

/** Returns the paths of all uses of `optionalOldSelf` in a schema. */
function optionalPlaces(path: field.Path, schema: CRDSchema): field.Path[] {
  const [items, values] = [itemsSchema(schema), valuesSchema(schema)];
  return [
    ...(schema["x-kubernetes-validations"] ?? []).flatMap(({ optionalOldSelf }, at) =>
      optionalOldSelf === undefined ? [] : [path.child("x-kubernetes-validations").index(at).child("optionalOldSelf")],
    ),
    ...(items === undefined ? [] : optionalPlaces(path.child("items"), items)),
    ...(values === undefined ? [] : optionalPlaces(path.child("additionalProperties"), values)),
    ...propertySchemas(schema).flatMap(([name, one]) => optionalPlaces(path.child("properties").key(name), one)),
  ];
}
