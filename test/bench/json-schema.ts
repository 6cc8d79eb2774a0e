import { Ajv, type ValidateFunction } from "ajv";
import type { OpenAPIDefinitions, ReferenceCallback } from "@apimachinery/runtime/codegen/v1";

/** A generated function that returns the OpenAPI definitions of a folder. */
type Definitions = (ref: ReferenceCallback) => OpenAPIDefinitions;

/**
 * Compiles the OpenAPI definition of a kind with ajv. Types of other npm packages become objects
 * without rules, because generated validation functions do not check them either.
 * @param allErrors false to stop at the first error
 */
export function compileSchema(definitionsOf: Definitions, name: string, allErrors: boolean): ValidateFunction {
  const own = new Set(Object.keys(definitionsOf((other) => other)));
  const definitions = definitionsOf((other) => `#/definitions/${own.has(other) ? other : "foreign"}`);
  // Formats are not validated, because they only document the width of numbers. Defaults are not
  // applied, because they would change the objects.
  const ajv = new Ajv({ allErrors, strict: false, validateFormats: false, unicodeRegExp: true });
  // JSON Schema has no keyword that requires unique keys of list items, so this one is added.
  ajv.addKeyword({ keyword: "x-kubernetes-list-map-keys", type: "array", validate: hasUniqueKeys });
  return ajv.compile({ $ref: `#/definitions/${name}`, definitions: { ...definitions, foreign: {} } });
}

function hasUniqueKeys(keys: readonly string[], items: readonly Readonly<Record<string, unknown>>[]): boolean {
  if (items.length < 2) return true;
  const keyOf = (item: Readonly<Record<string, unknown>>) =>
    keys.length === 1 ? item[keys[0] ?? ""] : JSON.stringify(keys.map((key) => item[key]));
  return new Set(items.map(keyOf)).size === items.length;
}
