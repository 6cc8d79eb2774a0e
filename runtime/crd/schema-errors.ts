import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { versionLimit } from "../cel/base/limits.js";
import { costText } from "./cel-costs.js";
import type { ExpressionCost } from "./cel-rules.js";
import { defaultErrors } from "./default-errors.js";
import { openAPIErrors, type Surroundings } from "./openapi-rules.js";
import { setKeywords } from "./schema-parts.js";
import { structuralErrors } from "./structural.js";
import type { CRDSchema } from "./types.js";
import { unsupportedKeyword } from "./unsupported.js";

/**
 * Returns the errors of the schema of a version (Go: validateCustomResourceDefinitionValidation).
 */
export function schemaErrors(
  path: field.Path,
  schema: CRDSchema | undefined,
  { hasStatus, kubernetes }: { readonly hasStatus: boolean; readonly kubernetes: string | undefined },
): FieldError[] {
  if (schema === undefined) return [];
  const place = path.child("openAPIV3Schema");
  const unsupported = unsupportedKeyword(schema);
  const structural = unsupported === undefined ? structuralErrors(place, schema) : [];
  const defaults = unsupported === undefined && structural.length === 0 ? defaultErrors(place, schema, kubernetes) : [];
  const hasRules = unsupported === undefined && structural.length + defaults.length === 0;
  const around: Surroundings = {
    forbidsDefaults: "",
    isMeta: false,
    uncorrelated: undefined,
    cardinality: 1,
    hasRules,
    isRuled: false,
    untyped: "",
    kubernetes,
  };
  const openAPI = openAPIErrors(place, schema, around, true);
  const errors = [
    ...(hasStatus ? rootErrors(path, schema) : []),
    ...(schema.nullable === true
      ? [field.forbidden(path.child("openAPIV3Schema.nullable"), "nullable cannot be true at the root")]
      : []),
    ...structural,
    ...defaults,
    ...openAPI.errors,
    ...openAPI.celErrors,
    ...totalErrors(place, openAPI.costs),
  ];
  return errors.length === 0 && unsupported !== undefined ? [field.invalid(place, "", unsupported)] : errors;
}

/**
 * Keywords that the root schema may have if the status subresource is enabled. The names and their
 * order are those of Go's fields.
 */
const allowed =
  "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations";

function rootErrors(path: field.Path, schema: CRDSchema): FieldError[] {
  const names = allowed.split(" ");
  const wrong = setKeywords(schema).filter((keyword) => !names.includes(goName(keyword)));
  const type = schema.type ?? "";
  // Go checks the fields in their order and stops at the first error. Of the fields that are not
  // allowed, only id, $schema and $ref come before the type.
  const comesFirst = wrong.some((keyword) => keyword === "id" || keyword.startsWith("$"));
  if (!comesFirst && type !== "" && type !== "object") {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [field.invalid(path.child("openAPIV3Schema.type"), type, detail)];
  }
  if (wrong.length === 0) return [];
  const detail = `only [${allowed}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [field.invalid(path.child("openAPIV3Schema"), schema, detail)];
}

function goName(keyword: string): string {
  return keyword.replace("x-kubernetes", "x").replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns the errors if the total estimated cost of all rules exceeds the limit: one for the whole
 * schema, and one for each of the most expensive rules. These are at most four rules, each with at
 * least 1 % of the limit.
 */
function totalErrors(place: field.Path, costs: readonly ExpressionCost[]): FieldError[] {
  const total = costs.reduce((sum, { cost }) => sum + cost, 0n);
  if (total <= versionLimit) return [];
  const most = costs
    .filter(({ cost }) => cost >= versionLimit / 100n)
    .toSorted((left, right) => Number(right.cost - left.cost))
    .slice(0, 4);
  const contributed = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
  const what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
  return [
    ...most.map(({ path }) => field.forbidden(path, contributed)),
    field.forbidden(place, costText(what, total, versionLimit)),
  ];
}
