import { removeMarker, remedy, replaceMarker } from "../../../engine/base/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import { report, wrongType, type Context, type Reader } from "../context.js";
import { knownObject } from "../metadata-fields.js";
import { elementOf, nativeKind, present, valueOf } from "../native.js";
import {
  later,
  mapRules,
  nothing,
  rule,
  together,
  type NamedValue,
  type Rule,
  type Validations,
  type Variable,
} from "../rule.js";
import { forEachVal, unflagged } from "../tags/each.js";
import { rangeOf } from "../tags/limits.js";
import type { Constraint, Counting } from "./constraint.js";
import { readFormat } from "./read-format.js";
import { oneOfNames, readOneOf } from "./read-one-of.js";
import { crdPrefix, openAPIPrefix, siblingName, statedIn, withoutPart, type Stated } from "./stated.js";
import { covers, nouns, valueKind, type ValueKind } from "./value-kind.js";

/** A constraint, and the variable that it refers to. */
export interface ReadConstraint {
  readonly constraint: Constraint;
  readonly variable?: Variable;
}

/** Input of the reader of one marker. */
export interface ConstraintInput {
  readonly reader: Reader;
  readonly context: Context;
  /** The marker as it is written. */
  readonly marker: Marker;
  /** The value of the marker; undefined for a value of a wrong form, which the engine reports. */
  readonly value: unknown;
  /** Returns another marker of the same value, by the last part of its name in controller-gen. */
  readonly sibling: (name: string) => Marker | undefined;
  /** Part of the names of variables: the owner, the property, and `items` for its items. */
  readonly label: string;
}

type ConstraintReader = (input: ConstraintInput) => ReadConstraint | undefined;

/**
 * The readers of the markers, in the order in which Kubernetes' validator of custom resources
 * checks their rules.
 */
const readers: ReadonlyMap<string, ConstraintReader> = new Map([
  ["MaxLength", on("text", count("maxLength"))],
  ["MinLength", on("text", count("minLength"))],
  ["Pattern", on("text", readPattern)],
  ["Format", readFormat],
  ["MultipleOf", on("number", readMultiple)],
  ["Maximum", on("number", limit("maximum", "ExclusiveMaximum"))],
  ["Minimum", on("number", limit("minimum", "ExclusiveMinimum"))],
  ["MinItems", on("list", count("minItems"))],
  ["MaxItems", on("list", count("maxItems"))],
  ["UniqueItems", on("list", ({ marker }) => isTrue(marker) && { constraint: { keyword: "uniqueItems" } })],
  ["Enum", readEnum],
  ["MaxProperties", on("object", count("maxProperties"))],
  ["MinProperties", on("object", count("minProperties"))],
  ["EmbeddedResource", on("object", embedded)],
  ["XEmbeddedResource", on("object", embedded)],
  ...oneOfNames.map((name) => [name, on("object", readOneOf(name))] as const),
  ["ExclusiveMaximum", on("number", exclusive("Maximum"))],
  ["ExclusiveMinimum", on("number", exclusive("Minimum"))],
]);

/** The names of the markers of controller-gen and of openapi-gen that the server enforces. */
export const enforcedConstraints: readonly string[] = [
  ...["Required", "Optional", ...readers.keys()].map((name) => crdPrefix + name),
  ...[...readers.keys()].map((name) => `${crdPrefix}items:${name}`),
  ...["", "items:"].map((part) => `${crdPrefix}${part}XValidation:*`),
  `${openAPIPrefix}*`,
];

/**
 * Returns the rules in the markers `+kubebuilder:validation:…` and `+k8s:validation:…` of a value
 * and of its parts.
 */
export function readConstraints(reader: Reader, context: Context, markers: readonly Marker[]): Validations {
  const stated = markers.flatMap((marker) => statedIn(marker) ?? []);
  if (stated.length === 0) return nothing;
  const { owner, field } = context;
  const label = [owner.name, ...(field === undefined ? [] : [variablePart(field.name)])].join("_");
  return constraintsOf(reader, context, stated, label);
}

/** @param stated markers of the value and of its parts */
function constraintsOf(reader: Reader, context: Context, stated: readonly Stated[], label: string): Validations {
  const own = stated.filter(({ parts }) => parts.length === 0);
  const read = [...readers].flatMap(([name, readMarker]) => {
    const found = own.find((one) => one.name === name);
    if (found === undefined) return [];
    const { marker, value } = found;
    const sibling = (other: string): Marker | undefined => own.find((one) => one.name === other)?.marker;
    return readMarker({ reader, context, marker, value, sibling, label }) ?? [];
  });
  const direct: Validations = {
    ...nothing,
    rules: read.map(({ constraint }): Rule => ({ ...rule({ kind: "crd", constraint }), isOfCRD: true })),
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
  context: Context,
  part: string,
  stated: readonly Stated[],
  label: string,
): Validations {
  const isList = nativeKind(reader.universe, context.value.type) === "list";
  if (part === "items") return isList ? constraintsOfElements(reader, context, stated, `${label}_items`) : nothing;
  if (part !== "additionalProperties")
    return constraintsOfProperty(reader, context, part.slice("properties:".length), stated, label);
  return isList ? nothing : constraintsOfElements(reader, context, stated, `${label}_values`);
}

function constraintsOfElements(
  reader: Reader,
  context: Context,
  stated: readonly Stated[],
  label: string,
): Validations {
  const { value, path, owner } = context;
  const element = elementOf(reader.universe, value.type);
  if (element === undefined) return nothing;
  const isList = nativeKind(reader.universe, value.type) === "list";
  const scope = isList ? "list values" : "map values";
  const of: Context = { scope, value: present(element), path: `${path}[(vals)]`, parent: { path, value }, owner };
  const inner = constraintsOf(reader, of, stated, label);
  const group = grouped(inner);
  if (group === undefined) return inner;
  // The keys of a list can be in a later marker.
  const each = later("this", () => ofCRD(forEachVal(reader, path, value.type, group)));
  return { ...each, variables: inner.variables };
}

function constraintsOfProperty(
  reader: Reader,
  context: Context,
  name: string,
  stated: readonly Stated[],
  label: string,
): Validations {
  const { value, path } = context;
  const object = knownObject(reader.universe, value.type);
  const field = object?.fields.find((candidate) => candidate.name === name);
  if (object === undefined || field === undefined) return nothing;
  const of: NamedValue = { name, value: valueOf(reader.universe, field) };
  const sub: Context = {
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
  const wrapped = mapRules(group, (one): Rule => rule({ kind: "subfield", field: of, inner: unflagged(one) }));
  return { ...ofCRD(wrapped), variables: inner.variables };
}

/**
 * Joins rules, so that one loop or one access to a property checks all of them. Returns undefined
 * without rules.
 */
function grouped({ rules, deferred }: Validations): Validations | undefined {
  if (rules.length === 0 && deferred.length === 0) return undefined;
  const group = rules.length === 0 ? [] : [rule({ kind: "crdGroup", rules })];
  return { ...nothing, rules: group, deferred };
}

function ofCRD(validations: Validations): Validations {
  return { ...validations, rules: validations.rules.map((one): Rule => ({ ...one, isOfCRD: true })) };
}

function variablePart(name: string): string {
  return name.replace(/\W/g, "_");
}

/** Returns a reader that reports a marker on a value of another kind. */
function on(kind: ValueKind, read: (input: ConstraintInput) => ReadConstraint | false | undefined): ConstraintReader {
  return (input) => (isOnKind(input, kind) ? read(input) || undefined : undefined);
}

/** Reports whether a value has a kind. If it has another one, reports the marker. */
export function isOnKind({ reader, context, marker }: ConstraintInput, wanted: ValueKind): boolean {
  const { universe } = reader;
  const { value } = context;
  if (covers(valueKind(universe, value.type), wanted)) return true;
  const element = nativeKind(universe, value.type) === "list" ? elementOf(universe, value.type) : undefined;
  const isOfItems = element !== undefined && covers(valueKind(universe, element), wanted);
  // The generator of schemas warns about markers of openapi-gen without an effect.
  if (marker.name.startsWith(openAPIPrefix)) return false;
  const isWritten = marker.name.startsWith(`${crdPrefix}items:`);
  const text = `+${crdPrefix}items:${marker.name.slice(crdPrefix.length)}=${marker.value ?? "true"}`;
  const advice =
    isOfItems && !isWritten
      ? remedy(replaceMarker(marker, text, `write ${text}, which constrains the items`), removeMarker(marker))
      : undefined;
  wrongType(reader, context, marker, nouns[wanted], advice);
  return false;
}

function count(keyword: Counting): (input: ConstraintInput) => ReadConstraint | undefined {
  return ({ value }) => (typeof value === "number" ? { constraint: { keyword, limit: value } } : undefined);
}

function limit(keyword: "minimum" | "maximum", exclusiveName: string): typeof readMultiple {
  return (input) => {
    const { value, sibling } = input;
    if (typeof value !== "number" || !fitsType(input, value)) return undefined;
    const exclusiveMarker = sibling(exclusiveName);
    const isExclusive = exclusiveMarker !== undefined && isTrue(exclusiveMarker);
    return { constraint: { keyword, limit: value, isExclusive } };
  };
}

function readMultiple(input: ConstraintInput): ReadConstraint | undefined {
  const { value } = input;
  if (typeof value !== "number") return undefined;
  if (value <= 0) {
    report(input.reader, "bad-marker-value", input.marker, "needs a number above 0");
    return undefined;
  }
  return fitsType(input, value) ? { constraint: { keyword: "multipleOf", limit: value } } : undefined;
}

/** Reports whether a number is a possible value of the type. If not, reports the marker. */
function fitsType({ reader, context, marker }: ConstraintInput, value: number): boolean {
  if (nativeKind(reader.universe, context.value.type) !== "int") return true;
  if (!Number.isInteger(value)) {
    report(reader, "bad-marker-value", marker, "needs a whole number, because the values are integers");
    return false;
  }
  const { name, least, most } = rangeOf(reader, context);
  if (BigInt(value) >= least && BigInt(value) <= most) return true;
  report(reader, "bad-marker-value", marker, `is not a value of ${name}: ${least} to ${most}`);
  return false;
}

/**
 * Returns a reader that reports an exclusive limit without a limit. The limit's reader reads both
 * markers.
 */
function exclusive(needed: string): (input: ConstraintInput) => undefined {
  return ({ reader, marker, sibling }) => {
    if (sibling(needed) === undefined)
      report(reader, "bad-marker-value", marker, `has no effect without \`+${siblingName(marker, needed)}\``);
    return undefined;
  };
}

function readPattern({ reader, marker, label, value: text, sibling }: ConstraintInput): ReadConstraint | undefined {
  if (typeof text !== "string") return undefined;
  const limit = sibling("MaxLength");
  const maxLength = limit === undefined ? undefined : statedIn(limit)?.value;
  if (!reader.acceptsPattern(text, marker, typeof maxLength === "number" ? maxLength : undefined)) return undefined;
  const name = `patternFor${label}`;
  return { constraint: { keyword: "pattern", variable: name }, variable: { kind: "pattern", name, text } };
}

const ofKinds: Readonly<Partial<Record<ValueKind, readonly string[]>>> = {
  text: ["string"],
  number: ["number"],
  truth: ["boolean"],
};

function readEnum(input: ConstraintInput): ReadConstraint | undefined {
  const { reader, context, marker, label, value: given } = input;
  const kind = valueKind(reader.universe, context.value.type);
  if (kind === "list" || kind === "object") {
    isOnKind(input, "text");
    return undefined;
  }
  const types = ofKinds[kind] ?? ["string", "number", "boolean"];
  const values = Array.isArray(given) ? (given as readonly unknown[]) : [];
  const wrong = values.find((value) => !types.includes(typeof value));
  if (wrong !== undefined || values.length === 0) {
    const text = JSON.stringify(wrong);
    const message = wrong === undefined ? "needs a value" : `${text} is not one of the ${nouns[kind]} of the type`;
    const advice =
      kind === "text" && wrong !== undefined
        ? remedy(replaceMarker(marker, `+${marker.name}=${values.map((one) => quoted(one)).join(";")}`))
        : undefined;
    report(reader, "bad-marker-value", marker, message, advice);
    return undefined;
  }
  const name = `valuesFor${label}`;
  return {
    constraint: { keyword: "enum", variable: name },
    variable: { kind: "values", name, values: values as readonly (string | number | boolean)[] },
  };
}

/** Returns a value of a marker as text. */
function quoted(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(String(value));
}

function embedded({ marker }: ConstraintInput): ReadConstraint | undefined {
  return isTrue(marker) ? { constraint: { keyword: "embeddedResource" } } : undefined;
}

function isTrue({ value }: Marker): boolean {
  return value !== "false";
}
