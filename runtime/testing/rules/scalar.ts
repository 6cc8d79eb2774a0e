import { hasFormat } from "../../rules/formats.js";
import type { RuleValue } from "../../rules/value.js";
import type { LimitKind } from "../../schema/rule.js";
import { byteCount, hasMoreBytes, isLonger, isShorter } from "../../util/text-length.js";
import { encodeBytes } from "../../values/bytes.js";
import { isMultipleOf } from "../../crd/multiple-of.js";
import { limitsOf, rulesOfKind } from "./active.js";
import { formatSample } from "./format-samples.js";
import type { PickNumber } from "./random.js";
import type { Options, TestedRule, TestedRuleOf, Rules } from "./of-type.js";
import { isStringFormat, type StringFormat, canonicalString } from "../../decode/text-formats.js";
import { resolved } from "../../schema/resolve-shape.js";
import { matchesPattern, patternSamples } from "./text-samples.js";
import { namedStringFormat, stringSample } from "../../crd/formats.js";
import { bounds, limits } from "../../schema/limits.js";

/**
 * Reports whether a string, number or boolean violates a rule. Returns false for a rule of a kind
 * that cannot be checked here.
 */
export function violates(rule: TestedRule, value: unknown, options: Options): boolean {
  if ("limit" in rule) return exceeds(rule, value);
  switch (rule.kind) {
    case "required":
      return !value;
    case "format": {
      if (typeof value !== "string") return false;
      const isOfFormat = rule.texts === "crd" ? namedStringFormat(rule.format)?.(value) : hasFormat(rule.format, value);
      return isOfFormat === false;
    }
    case "pattern":
      return typeof value === "string" && !matchesPattern(rule.text, value);
    case "enum":
      return !allowedValues(rule, options).includes(value);
    case "neq":
      return value === rule.value;
    default:
      return false;
  }
}

function exceeds({ kind, limit }: TestedRuleOf<LimitKind>, value: unknown): boolean {
  if (kind === "multipleOf") return typeof value === "number" && !isExactMultiple(value, limit);
  const { of, side } = limits[kind];
  if (of === "value") return typeof value === "number" && (side === "least" ? value < limit : value > limit);
  if (typeof value !== "string") return false;
  if (of === "bytes") return hasMoreBytes(value, limit);
  if (of === "characters") return side === "least" ? isShorter(value, limit) : isLonger(value, limit);
  return of === "items" && (side === "least" ? byteCount(value) < limit : byteCount(value) > limit);
}

/**
 * Reports whether a number is a multiple of `factor`: exactly for integers, and with the tolerance
 * of Kubernetes for other numbers.
 */
function isExactMultiple(value: number, factor: number): boolean {
  return Number.isInteger(value) && Number.isInteger(factor) ? value % factor === 0 : isMultipleOf(value, factor);
}

/** Returns the values of an enumeration, without values that options exclude. */
function allowedValues({ values, exclusions = [] }: TestedRuleOf<"enum">, options: Options): unknown[] {
  return values.filter(
    (member) =>
      !exclusions.some(
        ({ value, option, whenEnabled }) => value === member && (options[option] ?? false) === whenEnabled,
      ),
  );
}

/**
 * Returns a string, number or boolean that breaks no rules. Returns `value` itself if it breaks
 * none, or if no other value was found.
 *
 * @param accepts further condition for the result
 */
export function fitScalar(
  value: unknown,
  of: RuleValue,
  rules: Rules,
  random: PickNumber,
  accepts: (value: unknown) => boolean = () => true,
): unknown {
  const { type } = resolved(of.shape);
  // A changed string must have the syntax of its type: a part of `1m0s`, such as `1m0`, is not a
  // duration.
  const syntax = isStringFormat(type) ? type : undefined;
  const isOfType = (one: unknown): boolean =>
    syntax === undefined || one === value || (typeof one === "string" && hasSyntax(syntax, one));
  for (const candidate of candidates(value, syntax, rules, random))
    if (isOfType(candidate) && accepts(candidate) && !rules.some((rule) => violates(rule, candidate, {})))
      return candidate;
  return value;
}

function* candidates(value: unknown, syntax: StringFormat | undefined, rules: Rules, random: PickNumber): Generator {
  yield value;
  for (const rule of rulesOfKind(rules, "enum")) {
    const values = allowedValues(rule, {});
    const first = random(Math.max(values.length, 1));
    yield* values.slice(first);
    yield* values.slice(0, first);
  }
  if (typeof value === "string") yield* texts(value, syntax, rules, random);
  else if (typeof value === "number") yield* numbers(rules, random);
  else if (typeof value === "boolean") yield !value;
}

const attempts = 40;

function* texts(value: string, syntax: StringFormat | undefined, rules: Rules, random: PickNumber): Generator<string> {
  const least = Math.max(0, ...limitsOf(rules, "minLength"));
  const isOfCRD = ({ texts: family }: TestedRuleOf<"format">): boolean => family === "crd";
  const formats = rulesOfKind(rules, "format");
  for (const { format } of formats.filter(isOfCRD)) yield stringSample(format) ?? value;
  if (syntax !== undefined) yield* syntaxSamples[syntax];
  const most = Math.min(...limitsOf(rules, "maxLength"), ...limitsOf(rules, "maxBytes"));
  for (const { text } of rulesOfKind(rules, "pattern"))
    for (const sample of patternSamples(text, random(1_000_000))) {
      yield sample;
      // A shortened sample often matches the pattern, too.
      yield resized(sample, 0, most);
    }
  const others = formats.filter((rule) => !isOfCRD(rule));
  yield resized(value, least, most);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const number = random(attempt < attempts / 2 ? 1_000_000 : 36);
    if (others.length === 0) yield number.toString(36).padStart(least, "a");
    for (const { format } of others) yield formatSample(format, number, least);
  }
  // Values of type bytes are base64 strings, but have the limits of lists.
  for (const count of [1, ...bounds.items.flatMap((kind) => limitsOf(rules, kind))])
    yield encodeBytes(new Uint8Array(count));
}

/**
 * Returns a string of at least `least` characters and at most `most` characters and bytes: shortens
 * the string, or extends it with `a`.
 */
function resized(text: string, least: number, most: number): string {
  const characters = Array.from(text).slice(0, most);
  while (hasMoreBytes(characters.join(""), most)) characters.pop();
  return characters.join("").padEnd(least, "a");
}

function* numbers(rules: Rules, random: PickNumber): Generator<number> {
  const least = Math.max(...limitsOf(rules, "minimum"));
  const most = Math.min(...limitsOf(rules, "maximum"));
  const from = Number.isFinite(least) ? least : Math.min(most - 1000, 0);
  const span = Math.min((Number.isFinite(most) ? most : from + 1000) - from + 1, 1_000_000);
  for (const step of limitsOf(rules, "multipleOf"))
    for (let attempt = 0; attempt < attempts; attempt++) yield Math.ceil((from + random(span)) / step) * step;
  for (let attempt = 0; attempt < attempts; attempt++) yield from + random(span);
  yield from + 1;
  yield most;
}

/** Values of types as strings of different lengths. */
const syntaxSamples: Readonly<Record<StringFormat, readonly string[]>> = {
  bytes: [0, 1, 3, 6, 12, 24].map((count) => encodeBytes(new Uint8Array(count))),
  Duration: ["0s", "1s", "10s", "1m0s", "1h0m0s", "100h0m0s"],
  MicroTime: ["2024-01-01T00:00:00.000000Z"],
  Quantity: ["0", "1", "5", "10", "1m", "1k", "1Gi", "100"],
  Time: ["2024-01-01T00:00:00Z"],
};

/** Reports whether a string is a value of a type in canonical form. */
function hasSyntax(of: StringFormat, text: string): boolean {
  try {
    return canonicalString(of, text) === text;
  } catch {
    return false;
  }
}
