import type { Marker } from "../../../engine/markers/marker.js";
import type { MarkerContext, Reader } from "../context.js";
import { knownObject } from "../metadata-fields.js";
import { elementType, nativeKind, presentValue, propertyValue } from "../native.js";
import {
  later,
  mapRules,
  noValidations,
  alwaysRun,
  together,
  type NamedValue,
  type CheckRule,
  type Validations,
} from "../rule.js";
import { forEachVal, unflagged } from "../tags/each.js";
import { constraintReaders } from "./readers.js";
import { crdPrefix, openAPIPrefix, statedIn, withoutPart, type Stated } from "./stated.js";

/** The names of the markers of controller-gen and of openapi-gen that the server enforces. */
export const enforcedConstraints: readonly string[] = [
  ...["Required", "Optional", ...constraintReaders.keys()].map((name) => crdPrefix + name),
  ...[...constraintReaders.keys()].map((name) => `${crdPrefix}items:${name}`),
  ...["", "items:"].map((part) => `${crdPrefix}${part}XValidation:*`),
  `${openAPIPrefix}*`,
];

/**
 * Returns the rules in the markers `+kubebuilder:validation:…` and `+k8s:validation:…` of a value
 * and of its parts.
 */
export function readConstraints(reader: Reader, context: MarkerContext, markers: readonly Marker[]): Validations {
  const stated = markers.flatMap((marker) => statedIn(marker) ?? []);
  if (stated.length === 0) return noValidations;
  const { owner, field } = context;
  const label = [owner.name, ...(field === undefined ? [] : [variablePart(field.name)])].join("_");
  return constraintsOf(reader, context, stated, label);
}

/** @param stated markers of the value and of its parts */
function constraintsOf(reader: Reader, context: MarkerContext, stated: readonly Stated[], label: string): Validations {
  const own = stated.filter(({ parts }) => parts.length === 0);
  const read = [...constraintReaders].flatMap(([name, readMarker]) => {
    const found = own.find((one) => one.name === name);
    if (found === undefined) return [];
    const { marker, value } = found;
    const sibling = (other: string): Marker | undefined => own.find((one) => one.name === other)?.marker;
    return readMarker({ reader, context, marker, value, sibling, label }) ?? [];
  });
  const direct: Validations = {
    ...noValidations,
    rules: read.map(({ constraint }): CheckRule => ({ ...alwaysRun({ kind: "crd", constraint }), isOfCRD: true })),
    variables: read.flatMap(({ variable }) => variable ?? []),
  };
  const parts = new Set(stated.flatMap(({ parts: [first] }) => first ?? []));
  return together(
    direct,
    ...[...parts].map((part) => constraintsOfPart(reader, context, part, withoutPart(stated, part), label)),
  );
}

/** Generators of schemas report parts that a type does not have. */
function constraintsOfPart(
  reader: Reader,
  context: MarkerContext,
  part: string,
  stated: readonly Stated[],
  label: string,
): Validations {
  const isList = nativeKind(reader.universe, context.value.type) === "list";
  if (part === "items")
    return isList ? constraintsOfElements(reader, context, stated, `${label}_items`) : noValidations;
  if (part !== "additionalProperties")
    return constraintsOfProperty(reader, context, part.slice("properties:".length), stated, label);
  return isList ? noValidations : constraintsOfElements(reader, context, stated, `${label}_values`);
}

function constraintsOfElements(
  reader: Reader,
  context: MarkerContext,
  stated: readonly Stated[],
  label: string,
): Validations {
  const { value, path, owner } = context;
  const element = elementType(reader.universe, value.type);
  if (element === undefined) return noValidations;
  const isList = nativeKind(reader.universe, value.type) === "list";
  const scope = isList ? "list values" : "map values";
  const of: MarkerContext = {
    scope,
    value: presentValue(element),
    path: `${path}[(vals)]`,
    parent: { path, value },
    owner,
  };
  const inner = constraintsOf(reader, of, stated, label);
  const group = grouped(inner);
  if (group === undefined) return inner;
  // The keys of a list can be in a later marker.
  const each = later("this", () => ofCRD(forEachVal(reader, path, value.type, group)));
  return { ...each, variables: inner.variables };
}

function constraintsOfProperty(
  reader: Reader,
  context: MarkerContext,
  name: string,
  stated: readonly Stated[],
  label: string,
): Validations {
  const { value, path } = context;
  const object = knownObject(reader.universe, value.type);
  const field = object?.fields.find((candidate) => candidate.name === name);
  if (object === undefined || field === undefined) return noValidations;
  const of: NamedValue = { name, value: propertyValue(reader.universe, field) };
  const sub: MarkerContext = {
    scope: "struct fields",
    value: of.value,
    path: `${path}.${name}`,
    parent: { path, value },
    owner: object.declaration,
    field,
  };
  const inner = constraintsOf(reader, sub, stated, `${label}_${variablePart(name)}`);
  const group = grouped(inner);
  if (group === undefined) return inner;
  const wrapped = mapRules(group, (one): CheckRule =>
    alwaysRun({ kind: "subfield", field: of, inner: unflagged(one) }),
  );
  return { ...ofCRD(wrapped), variables: inner.variables };
}

/**
 * Joins rules, so that one loop or one access to a property checks all of them. Returns undefined
 * without rules.
 */
function grouped({ rules, deferred }: Validations): Validations | undefined {
  if (rules.length === 0 && deferred.length === 0) return undefined;
  const group = rules.length === 0 ? [] : [alwaysRun({ kind: "crdGroup", rules })];
  return { ...noValidations, rules: group, deferred };
}

function ofCRD(validations: Validations): Validations {
  return { ...validations, rules: validations.rules.map((one): CheckRule => ({ ...one, isOfCRD: true })) };
}

function variablePart(name: string): string {
  return name.replace(/\W/g, "_");
}
