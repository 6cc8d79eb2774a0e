import { jsonEqual } from "../../runtime/json/values.js";
import type { JSONValue } from "@apimachinery/runtime";
import {
  anyPathElement,
  deducedParseableType,
  deserializePathElement,
  FieldSet,
  includeMatcherFilter,
  pathToString,
  prefixMatcher,
  reconcileFieldSetWithSchema,
  serializePathElement,
  type Filter,
  type ParseableType,
  type Parser,
  type TypedValue,
} from "@apimachinery/runtime/structuredmerge";
import { compareValues } from "../../runtime/structuredmerge/value/compare-values.js";
import type { Outcome, Step } from "./case.js";

/** Calls functions of the library on the values and sets of a step. */
export function probe(parser: Parser, step: Step): Outcome {
  const { object = null, other = null, text = "" } = step;
  switch (step.kind) {
    case "parse":
      return { values: [FieldSet.fromJSON(text).toJSONText()] };
    case "element": {
      const element = deserializePathElement(text);
      return { values: [serializePathElement(element), pathToString([element])] };
    }
    case "fromValue": {
      const set = FieldSet.fromValue(object);
      return { values: [set.toJSONText(), set.toString()] };
    }
    case "order":
      return { values: [compareValues(object, other), jsonEqual(object, other, true)] };
    case "sets":
      return { values: probeSets(typeOf(parser, step), step) };
    default:
      return { values: probeValues(typeOf(parser, step), step) };
  }
}

function typeOf(parser: Parser, { type = "" }: Step): ParseableType {
  return type === "" ? deducedParseableType : parser.type(type);
}

/** Returns a filter that keeps paths with one of the prefixes. */
export function filterOf(prefixes: readonly (readonly string[])[]): Filter {
  const matchers = prefixes.map((parts) =>
    prefixMatcher(...parts.map((part) => (part === "*" ? anyPathElement : deserializePathElement(part)))),
  );
  return includeMatcherFilter(...matchers);
}

function probeSets(type: ParseableType, { sets = [], parts = [] }: Step): JSONValue[] {
  const [a, b] = sets.map((set) => FieldSet.fromJSON(set)) as [FieldSet, FieldSet];
  const results = [
    a.union(b),
    a.intersection(b),
    a.difference(b),
    a.recursiveDifference(b),
    a.leaves(),
    b.leaves(),
    a.ensureNamedFieldsAreMembers(type),
    filterOf(parts).filter(a),
  ];
  return [
    ...results.flatMap((set) => [set.toJSONText(), set.size, set.empty, set.equals(a)]),
    ...[...a].flatMap((path) => [pathToString(path), b.has(path)]),
  ];
}

function probeValues(type: ParseableType, { object = null, other = null, dups = false, sets = [] }: Step): JSONValue[] {
  const a = named("a", () => type.fromValue(object, { allowDuplicates: dups }));
  const b = named("b", () => type.fromValue(other, { allowDuplicates: dups }));
  const [own, others] = [fieldSetOf(a), fieldSetOf(b)];
  const itemSets = [own.leaves(), others, FieldSet.fromJSON(sets[0] as string), own.difference(others)];
  return [
    valueOrError(() => a.toFieldSet().toJSONText()),
    valueOrError(() => a.merge(b).asValue()),
    valueOrError(() => a.compare(b).toString()),
    ...itemSets.flatMap((items) => probeItems(a, items)),
  ];
}

function probeItems(value: TypedValue, items: FieldSet): JSONValue[] {
  return [
    value.removeItems(items).asValue(),
    value.extractItems(items).asValue(),
    value.extractItems(items, { appendKeyFields: true }).asValue(),
    valueOrError(() => reconcileFieldSetWithSchema(items, value)?.toJSONText() ?? "unchanged"),
  ];
}

function fieldSetOf(value: TypedValue): FieldSet {
  try {
    return value.toFieldSet();
  } catch {
    return new FieldSet();
  }
}

function valueOrError(call: () => JSONValue): JSONValue {
  try {
    return call();
  } catch (error) {
    return `error: ${(error as Error).message}`;
  }
}

function named<T>(name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
