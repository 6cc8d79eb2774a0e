import type { Marker } from "../../../engine/markers/marker.js";
import { nestedContext, type MarkerContext, type Reader } from "../context.js";
import { knownObject } from "../metadata-fields.js";
import { elementType, hasItems, presentValue, propertyValue } from "../native.js";
import {
  later,
  mapRules,
  noValidations,
  dataOf,
  rulesOnly,
  together,
  wrapRule,
  newRule,
  type StatedRule,
  type Validations,
} from "../rule.js";
import { forEachVal } from "../tags/each.js";
import { constraintReaders } from "./readers.js";
import { crdPrefix, openAPIPrefix, statedIn, withoutPart, type Stated } from "./stated.js";

/** Names of the markers of controller-gen and openapi-gen that validation functions enforce. */
export const enforcedConstraints: readonly string[] = [
  ...["Required", "Optional", ...constraintReaders.keys()].map((name) => crdPrefix + name),
  ...[...constraintReaders.keys()].map((name) => `${crdPrefix}items:${name}`),
  ...["", "items:"].map((part) => `${crdPrefix}${part}XValidation:*`),
  `${openAPIPrefix}*`,
];

/**
 * Returns the rules in the markers `+kubebuilder:validation:…` and `+k8s:validation:…` of a value
 * and of its nested values.
 */
export function readConstraints(reader: Reader, context: MarkerContext, markers: readonly Marker[]): Validations {
  const stated = markers.flatMap((marker) => statedIn(marker) ?? []);
  return stated.length === 0 ? noValidations : constraintsOf(reader, context, stated);
}

/**
 * Returns the rules of constraint markers.
 * @param stated constraints of the value and of its nested values
 */
function constraintsOf(reader: Reader, context: MarkerContext, stated: readonly Stated[]): Validations {
  const own = stated.filter(({ parts }) => parts.length === 0);
  const read = [...constraintReaders].flatMap(([name, readMarker]) => {
    const found = own.filter((one) => one.name === name);
    const sibling = (other: string): Marker | undefined => own.find((one) => one.name === other)?.marker;
    // A type can have several `…OneOf` markers, each with its own properties. All other markers
    // apply only once.
    const applied = name.endsWith("OneOf") ? found : found.slice(0, 1);
    return applied.flatMap(({ marker, value }) => readMarker({ reader, context, marker, value, sibling }) ?? []);
  });
  const parts = new Set(stated.flatMap(({ parts: [first] }) => first ?? []));
  return together(
    ofCRD(rulesOnly(...read.map((rule) => newRule(rule)))),
    ...[...parts].map((part) => constraintsOfPart(reader, context, part, withoutPart(stated, part))),
  );
}

/**
 * Returns the rules of the constraints of one nested value. Returns no rules if the type does not
 * have the nested value, because the generators of schemas report the markers.
 */
function constraintsOfPart(
  reader: Reader,
  context: MarkerContext,
  part: string,
  stated: readonly Stated[],
): Validations {
  const isList = hasItems(reader.universe, context.value.type);
  if (part === "items") return isList ? constraintsOfElements(reader, context, stated) : noValidations;
  if (part !== "additionalProperties")
    return constraintsOfProperty(reader, context, part.slice("properties:".length), stated);
  return isList ? noValidations : constraintsOfElements(reader, context, stated);
}

function constraintsOfElements(reader: Reader, context: MarkerContext, stated: readonly Stated[]): Validations {
  const { type } = context.value;
  const element = elementType(reader.universe, type);
  if (element === undefined) return noValidations;
  const scope = hasItems(reader.universe, type) ? "list values" : "map values";
  const inner = nestedContext(context, "[(vals)]", { scope, value: presentValue(element) });
  const group = grouped(constraintsOf(reader, inner, stated));
  // The rules are deferred, because a later marker can contain the keys of the list.
  return group === undefined ? noValidations : later("this", () => ofCRD(forEachVal(reader, type, group)));
}

function constraintsOfProperty(
  reader: Reader,
  context: MarkerContext,
  name: string,
  stated: readonly Stated[],
): Validations {
  const object = knownObject(reader.universe, context.value.type);
  const field = object?.fields.find((candidate) => candidate.name === name);
  if (object === undefined || field === undefined) return noValidations;
  const sub = nestedContext(context, `.${name}`, {
    scope: "struct fields",
    value: propertyValue(reader.universe, field),
    owner: object.declaration,
    field,
  });
  const group = grouped(constraintsOf(reader, sub, stated));
  if (group === undefined) return noValidations;
  return ofCRD(mapRules(group, (one) => wrapRule(one, (rules) => ({ kind: "subfield", name, rules }))));
}

/**
 * Groups rules, so that one loop or one property access is enough to check all of them. Returns
 * undefined if there are no rules.
 */
function grouped({ rules, deferred }: Validations): Validations | undefined {
  if (rules.length === 0 && deferred.length === 0) return undefined;
  const group = rules.length === 0 ? [] : [newRule(...dataOf(rules))];
  return { ...noValidations, rules: group, deferred };
}

function ofCRD(validations: Validations): Validations {
  return { ...validations, rules: validations.rules.map((one): StatedRule => ({ ...one, isOfCRD: true })) };
}
