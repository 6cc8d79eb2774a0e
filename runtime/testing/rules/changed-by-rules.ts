import { isSchema } from "../../cel/types/schema.js";
import type { CELRuleSchema, WrittenRule } from "../../cel/types/rule.js";
import { deepCopyJSON, setOwn, isObject } from "../../json/values.js";
import type { PickNumber } from "./random.js";
import { patternSamples } from "./text-samples.js";
import type { ObjectValues } from "./value.js";

/**
 * Strings and numbers that occur in CEL rules, and values close to them. Changed values use them,
 * because random values seldom contain them.
 */
export interface ComparedConstants {
  readonly strings: readonly string[];
  readonly numbers: readonly number[];
}

export interface RuleChanges {
  readonly constants: ComparedConstants;
  readonly random: PickNumber;
  /**
   * A value of the same type. Its properties are added to the changed object. Undefined if none may
   * be added.
   */
  readonly donor?: unknown;
  /**
   * True if the result may be an object that encoding would change: an object without required
   * properties, or with strings in a wrong syntax.
   */
  readonly breaks?: true;
}

/** Strings of some formats, from small to large values. */
const formatted: Readonly<Record<string, readonly string[] | undefined>> = {
  byte: ["YQ==", "YWFhYQ=="],
  date: ["1970-01-01", "2100-01-01"],
  "date-time": ["1970-01-01T00:00:00Z", "2100-01-01T00:00:00Z"],
  duration: ["0s", "1s", "1000h0m0s"],
};

/**
 * Matches the string and number literals of a CEL rule. The closing quote is optional, so that an
 * unclosed string does not make matching slow.
 */
const constant = /"((?:[^"\\\n]|\\[^\n]?)*)"?|'((?:[^'\\\n]|\\[^\n]?)*)'?|\b\d{1,9}\b/g;

/**
 * Returns the literals in CEL rules, and values close to them: the neighbours of numbers, strings
 * with one more `a`, and strings that match patterns. The results always contain 0, 1, `a` and the
 * empty string.
 */
export function comparedConstants(rules: readonly WrittenRule[]): ComparedConstants {
  const strings = new Set(["", "a"]);
  const numbers = new Set([0, 1]);
  for (const [whole, double, single] of rules.flatMap(({ rule = "" }) => [...rule.matchAll(constant)])) {
    const string = double ?? single;
    if (string === undefined) for (const near of [-1, 0, 1]) numbers.add(Math.max(0, Number(whole) + near));
    else for (const one of [string, `${string}a`, `a${string}`, ...samplesOf(string)]) strings.add(one);
  }
  return { strings: [...strings], numbers: [...numbers] };
}

/**
 * Returns strings that match a string literal of a rule, if the literal looks like a regular
 * expression; otherwise an empty list.
 */
function samplesOf(string: string): readonly string[] {
  return /[$*+?[\]^\\]/.test(string) ? patternSamples(string.replaceAll("\\\\", "\\"), 1) : [];
}

/**
 * Returns a copy of a value in which the value at a path is changed. The change keeps the type of
 * that value, but can add or remove items and properties. Without a possible change, the value at
 * the path is the same.
 *
 * @param steps path of the value to change: names of properties, keys of maps, and indexes of
 *   lists; `*` is a random item or entry. If nothing exists at the path, the closest value above it
 *   is changed.
 */
export function changedAt(
  value: unknown,
  schema: CELRuleSchema,
  steps: readonly string[],
  changes: RuleChanges,
): unknown {
  const [given, ...rest] = steps;
  const step = given === "*" ? anyStep(value, changes.random) : given;
  const inner = step === undefined ? undefined : partOf(value, schema, step);
  if (step === undefined || inner === undefined) return changed(value, schema, changes);
  const donor = partOf(changes.donor, schema, step)?.value;
  return withPart(value, step, changedAt(inner.value, inner.schema, rest, { ...changes, donor }));
}

function anyStep(value: unknown, random: PickNumber): string | undefined {
  const names = Object.keys(value ?? {});
  return names[random(names.length)];
}

function changed(value: unknown, schema: CELRuleSchema, changes: RuleChanges): unknown {
  const { constants, random, breaks } = changes;
  if (Array.isArray(value)) return changedList(value, schema, changes);
  if (isObject(value)) return changedObject(value, schema, changes);
  if (typeof value === "boolean") return !value;
  if (typeof value === "number" && (schema.type === "integer" || schema.type === "number"))
    return constants.numbers[random(constants.numbers.length)];
  if (typeof value !== "string" || schema.type !== "string") return value;
  const strings = schema.format === undefined ? constants.strings : breaks === true ? formatted[schema.format] : [];
  return strings?.[random(strings.length)] ?? value;
}

function changedList(list: readonly unknown[], schema: CELRuleSchema, changes: RuleChanges): unknown {
  const { random, donor } = changes;
  if (list.length === 0) return Array.isArray(donor) ? deepCopyJSON(donor) : list;
  const at = random(list.length);
  // Items are neither added to a tuple nor removed from it.
  const way = schema.minItems !== undefined && schema.minItems === schema.maxItems ? undefined : random(4);
  if (way === 0) return list.toSpliced(at, 1);
  if (way === 1) return [...list, deepCopyJSON(list[at])];
  return changedAt(list, schema, [String(at)], changes);
}

/**
 * Properties that are never changed: kind and apiVersion are fixed, and rules do not use metadata.
 */
const fixed: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function changedObject(object: ObjectValues, schema: CELRuleSchema, changes: RuleChanges): unknown {
  const { random, donor, breaks } = changes;
  const isFree = (name: string): boolean => !fixed.has(name);
  const missing = isObject(donor) ? Object.keys(donor).filter((name) => isFree(name) && !(name in object)) : [];
  const names = Object.keys(object).filter(isFree);
  if (isObject(donor) && missing.length > 0 && (names.length === 0 || random(3) === 0)) {
    const name = missing[random(missing.length)] ?? "";
    return withPart(object, name, deepCopyJSON(donor[name]));
  }
  const name = names[random(names.length)];
  if (name === undefined) return object;
  const isEntry = typeof schema.additionalProperties === "object";
  if ((breaks === true || isEntry) && random(4) === 0) return withPart(object, name, undefined);
  return partOf(object, schema, name) === undefined ? object : changedAt(object, schema, [name], changes);
}

interface Part {
  readonly value: unknown;
  readonly schema: CELRuleSchema;
}

function partOf(value: unknown, schema: CELRuleSchema, step: string): Part | undefined {
  const { properties = {}, additionalProperties, items } = schema;
  if (Array.isArray(value)) {
    const item: unknown = value[Number(step)];
    return item === undefined || !isSchema(items) ? undefined : { value: item, schema: items };
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
  const inner = Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
  return isSchema(inner) ? { value: value[step], schema: inner } : undefined;
}

function withPart(value: unknown, step: string, part: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(step), part);
  const copy: ObjectValues = { ...(value as ObjectValues) };
  if (part === undefined) Reflect.deleteProperty(copy, step);
  else setOwn(copy, step, part);
  return copy;
}

/**
 * Splits the path of an error into names, keys and indexes: `spec.boxes[0]` becomes spec, boxes, 0.
 * Returns an empty list for `<nil>`, the path of the whole object.
 */
export function errorPathSteps(field: string): readonly string[] {
  return field === "<nil>" ? [] : [...field.matchAll(/[^.[\]]+/g)].map(([step]) => step);
}
