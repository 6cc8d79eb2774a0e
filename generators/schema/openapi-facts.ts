import { packageById, typeById } from "../../engine/model/lookup.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Field, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { withoutKeywords, type Keywords } from "../../runtime/rules/keywords.js";
import { publishedKeywords, requiresPresence } from "../../runtime/rules/published.js";
import type { Rule } from "../../runtime/schema/rule.js";
import { extensionsOf, isMerging, unionsOf } from "../markers/extensions.js";
import { constrainedProperties, markersOfPart, validationsOf } from "../markers/constraints.js";
import { openapiGen } from "../markers/openapi.js";
import { isRequired } from "../presence/required.js";
import type { PackageRules, SchemaRuleFacts } from "../rules/schema-rules.js";
import { ruleData } from "../type-schemas/rules.js";
import { fieldDefault } from "../type-schemas/default.js";

/** An OpenAPI keyword, with its value or with the constant that contains its value. */
export type OpenAPIEntry =
  | { readonly key: string; readonly value: unknown }
  | { readonly key: string; readonly constant: SymbolRef };

/** Data on which the OpenAPI definition of a type depends. */
export interface OpenAPIScope {
  readonly universe: Universe;
  /** Names of the definitions, by type; undefined if the OpenAPI generator is disabled. */
  readonly models: { readonly [type: TypeId]: string } | undefined;
  readonly rules: PackageRules;
}

/**
 * Returns the OpenAPI keywords of a property that no other fact in the schema implies. Returns
 * `false` if OpenAPI documents omit the property.
 */
export function openAPIFactsOfField(
  scope: OpenAPIScope,
  of: TypeDeclaration,
  field: Field,
  preset: unknown,
): readonly OpenAPIEntry[] | false {
  if (scope.models?.[of.id] === undefined) return [];
  if (openapiGen.read(field).own === false) return false;
  const known = { ...publishedKeywords(rulesOf(scope, of, field)), ...(field.nullable === true && { nullable: true }) };
  return [...entriesOf(withoutKeywords(keywordsIn(field.markers), known)), ...defaultEntry(scope, of, field, preset)];
}

/**
 * Returns the default of a property as a list; an empty list without a default, or if it is
 * `preset`.
 */
function defaultEntry(
  { universe }: OpenAPIScope,
  of: TypeDeclaration,
  field: Field,
  preset: unknown,
): readonly OpenAPIEntry[] {
  const stated = fieldDefault(universe, of, field);
  if (stated === undefined) return [];
  if ("value" in stated) return stated.value === preset ? [] : [{ key: "default", value: stated.value }];
  const { name, file, package: id } = stated.constant;
  const isModule = packageById(universe, id)?.kind === "module";
  return [{ key: "default", constant: { symbol: name, from: file, ...(isModule && ({ module: true } as const)) } }];
}

/**
 * Returns the OpenAPI keywords of a type that no other fact in the schema implies. The keywords of
 * an alias apply wherever the alias is used.
 * @param sent names of the properties that requests must contain according to the facts about
 * fields
 */
export function factsOfType(
  scope: OpenAPIScope,
  type: TypeDeclaration,
  sent: readonly string[],
): readonly OpenAPIEntry[] {
  const { universe, models, rules } = scope;
  const { shape, markers } = type;
  if (models === undefined || (models[type.id] === undefined && shape.kind !== "alias")) return [];
  const own = publishedKeywords(rulesIn(rules[type.id]?.type, markers));
  const facts = entriesOf(withoutKeywords(keywordsIn(markers), own));
  if (shape.kind !== "object") return facts;
  const fields = shape.fields.filter((field) => openapiGen.read(field).own !== false);
  const required = fields.filter((field) => isRequired(universe, type, field)).map(({ name }) => name);
  const derived = fields
    .filter((field) => sent.includes(field.name) || requiresPresence(rulesOf(scope, type, field)))
    .map(({ name }) => name);
  return [
    ...unionsOf(type, shape, (id) => typeById(universe, id)),
    ...facts,
    ...(required.join("\n") === derived.join("\n") ? [] : [{ key: "required", value: required }]),
  ];
}

/**
 * Returns the rules of a property. They are in the schema of the type that declares the property.
 */
function rulesOf(
  { rules }: OpenAPIScope,
  { id }: TypeDeclaration,
  { name, from = id, markers }: Field,
): readonly Rule[] {
  return rulesIn(rules[from]?.fields[name], markers);
}

/**
 * Returns the rules of a type or field, including rules that only a schema contains, not a
 * validation function.
 */
export function rulesIn({ rules = [] }: SchemaRuleFacts = {}, markers: readonly Marker[]): readonly Rule[] {
  return [...rules, ...ruleData(markers, rules)];
}

/**
 * Returns the keywords that markers declare for a value and its nested values, except keywords
 * about merging.
 */
function keywordsIn(markers: readonly Marker[]): Keywords {
  if (markers.length === 0) return {};
  const stated = [...validationsOf(markers), ...extensionsOf(markers)].filter(
    ({ key, value }) => !isMerging(key) && value !== false,
  );
  const parts = ["items", "additionalProperties"].map(
    (part) => [part, keywordsIn(markersOfPart(markers, part))] as const,
  );
  const properties = constrainedProperties(markers).map(
    (name) => [name, keywordsIn(markersOfPart(markers, `properties:${name}`))] as const,
  );
  return {
    ...Object.fromEntries(stated.map(({ key, value }) => [key, value])),
    ...Object.fromEntries(parts.filter(([, keywords]) => Object.keys(keywords).length > 0)),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  };
}

function entriesOf(keywords: Keywords): readonly OpenAPIEntry[] {
  return Object.entries(keywords).map(([key, value]) => ({ key, value }));
}
