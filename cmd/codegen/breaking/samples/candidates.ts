import type { Ruled, APIValue } from "../form/api.js";
import { bounds, type LimitName } from "../../../../runtime/schema/limits.js";
import { allows, isNumber, isWhole, limitOf } from "../form/value-range.js";
import { pick, type RandomNumbers } from "./random.js";
import { stringOfPattern } from "./texts-of-pattern.js";

/** Helpers and stored results for the generation of values. */
export interface Maker {
  readonly random: RandomNumbers;
  /** Returns a small valid value. */
  readonly small: (value: APIValue) => unknown;
  /**
   * Strings and numbers from the code of functions, on which the results of the functions may
   * depend.
   */
  readonly literals?: readonly (string | number)[];
  /** Candidates for scalars from earlier calls. */
  readonly known: WeakMap<APIValue, readonly unknown[]>;
}

/** Strings of many formats, as users write them. */
const texts = [
  ...["a", "A", "0", "", "abc", "Abc", "a-b", "a.b", "a_b", "a/b", "x1", "1.2.3", "v1.0.0", "true", "a b", "ä"],
  ...["example.com", "10.0.0.1", "::1", "10.0.0.0/8", "https://example.com/a", "a@example.com", "5m", "1h30m0s"],
  ...["2024-01-02T03:04:05Z", "2024-01-02", "123e4567-e89b-42d3-a456-426614174000", "100Mi", "50%", "YQ=="],
  ...[" ", "UPPER", "sha256:0123456789abcdef", "arn:aws:iam::123456789012:role/a", "-", "*"],
];

/** Strings of the scalar types that have a format. An API refuses strings in other formats. */
const formatted: { readonly [name: string]: readonly string[] } = {
  bytes: ["YQ==", "", "AAEC/w=="],
  Time: ["2024-01-02T03:04:05Z", "1970-01-01T00:00:00Z"],
  MicroTime: ["2024-01-02T03:04:05.000006Z", "1970-01-01T00:00:00.000000Z"],
  Duration: ["1h30m0s", "0s", "5m", "-1s"],
  Quantity: ["1", "100Mi", "500m", "0", "1.5", "-1"],
};

/**
 * Returns values that the old rules allow. They include values at the limits of the old and the new
 * rules, and random values.
 */
export function candidatesOf(old: APIValue, now: Ruled | undefined, maker: Maker): readonly unknown[] {
  const { shape } = old;
  switch (shape.kind) {
    case "scalar": {
      const known = now === undefined ? maker.known.get(old) : undefined;
      if (known !== undefined) return known;
      const made = scalars(old, now, maker).filter((value) => isAllowed(old, value));
      if (now === undefined) maker.known.set(old, made);
      return made;
    }
    case "list":
      return sizesOf(old, now, bounds.items).flatMap((size) => lists(shape.item(), size, maker));
    case "map":
      return sizesOf(old, now, bounds.properties).map((size) => numberedMap(size, () => maker.small(shape.value())));
    default:
      return [maker.small(old)];
  }
}

/** Returns a map with a number of entries. */
export function numberedMap(size: number, make: () => unknown): object {
  return Object.fromEntries(Array.from({ length: size }, (_, index) => [`key${String(index)}`, make()]));
}

function isAllowed(old: APIValue, value: unknown): boolean {
  if (!["string", "number", "boolean"].includes(typeof value)) return true;
  return allows(old.constraints, value as string | number | boolean);
}

function scalars(old: APIValue, now: Ruled | undefined, maker: Maker): readonly unknown[] {
  const { constraints, shape } = old;
  const { allowed } = constraints;
  if (allowed !== undefined) return allowed;
  const name = shape.kind === "scalar" ? shape.name : "any";
  if (name === "boolean") return [true, false];
  if (name === "IntOrString") return [1, 0, "a", "50%", ...numbers(old, now, true, maker)];
  if (isNumber(name)) return numbers(old, now, isWhole(name), maker);
  if (name === "any") return ["a", 1, true, {}, []];
  if (name === "RawExtension" || name === "FieldsV1") return [{}, { a: 1 }, ...wronglyTyped(now)];
  return name === "string" ? textsFor(old, now, maker) : (formatted[name] ?? texts);
}

/**
 * Returns one object for each of the first 20 properties of the new type, in which the property has
 * a value of a wrong type. Returns an empty list if the new type is not an object.
 */
function wronglyTyped(now: Ruled | undefined): readonly object[] {
  if (now?.shape.kind !== "object") return [];
  const fields = [...now.shape.fields().values()].slice(0, 20);
  return fields.map((field) => {
    const { shape } = field.value();
    return { [field.name]: shape.kind === "scalar" && shape.name === "string" ? 1 : "a" };
  });
}

function numbers(
  old: Ruled,
  now: Ruled | undefined,
  isInteger: boolean,
  { random, literals = [] }: Maker,
): readonly number[] {
  const around = (value: number): readonly number[] => [value, value - 1, value + 1];
  const ofCode = literals.flatMap((literal) => (typeof literal === "number" ? around(literal) : []));
  const limits = [old, now].flatMap((ruled) => {
    if (ruled === undefined) return [];
    const both = [limitOf(ruled, "minimum"), limitOf(ruled, "maximum")];
    return both.flatMap((limit) => (limit === undefined ? [] : around(limit.value)));
  });
  const [step = 1] = old.constraints.multiples;
  const [newStep = 1] = now?.constraints.multiples ?? [];
  const few = [0, step, newStep, step + newStep, 1, -1, 2, 3, 10, ...(isInteger ? [] : [0.5, -0.5, 1.5])];
  const some = Array.from({ length: 20 }, () => (random.below(2000) - 1000) * step);
  return [...ofCode, ...few, ...limits, ...limits.map((limit) => Math.round(limit / step) * step), ...some];
}

function textsFor(old: Ruled, now: Ruled | undefined, { random, literals = [] }: Maker): readonly string[] {
  const lengths = [old, now].flatMap((ruled) =>
    (["minLength", "maxLength", "maxBytes"] as const).flatMap((name) => {
      const limit = ruled?.constraints.limits.get(name)?.value;
      return limit === undefined || limit > 10_000 ? [] : [limit, limit + 1, Math.max(limit - 1, 0)];
    }),
  );
  const patterns = [...old.constraints.patterns];
  const given = patterns.flatMap((pattern) => Array.from({ length: 60 }, () => stringOfPattern(pattern, random)));
  // `long` contains strings near the largest limit of the length. For these strings, quantifiers in
  // the pattern may repeat many times.
  const longest = Math.max(0, ...lengths.filter((length) => length <= 1000));
  const long =
    longest < 4
      ? []
      : patterns.flatMap((pattern) => Array.from({ length: 20 }, () => stringOfPattern(pattern, random, 2 * longest)));
  const near = [...(now?.constraints.patterns ?? [])].flatMap((pattern) => stringOfPattern(pattern, random));
  const repeated = lengths.map((length) => "a".repeat(length));
  const ofCode = literals.filter((literal) => typeof literal === "string");
  return [...ofCode, ...repeated, ...long, ...given, ...near.map((text) => `${text}!`), ...near, ...texts];
}

function sizesOf(old: Ruled, now: Ruled | undefined, names: readonly [LimitName, LimitName]): readonly number[] {
  const [least, most] = names.map((name) => limitOf(old, name)?.value);
  const limits = names.map((name) => (now === undefined ? undefined : limitOf(now, name)?.value));
  const near = [0, -1, 1].flatMap((step) => limits.map((limit) => (limit ?? 0) + step));
  const sizes = [0, 1, 2, 3, least, most, ...near];
  const isPossible = (size: number | undefined): size is number =>
    size !== undefined && size >= (least ?? 0) && size <= Math.min(most ?? 100, 100);
  return [...new Set(sizes.filter(isPossible))];
}

/** Returns a list with equal items, and a list whose items differ as far as the type allows. */
function lists(item: APIValue, size: number, maker: Maker): readonly unknown[] {
  const one = maker.small(item);
  const values = item.shape.kind === "scalar" ? candidatesOf(item, undefined, maker) : [one];
  const different = Array.from({ length: size }, (_, index) => values[index % Math.max(values.length, 1)] ?? one);
  return [different, Array.from({ length: size }, () => one)];
}

/** Returns a random value that the old rules allow: a new string, or a candidate. */
export function randomScalar(value: APIValue, maker: Maker): unknown {
  const { random } = maker;
  const { shape, constraints } = value;
  const isText = shape.kind === "scalar" && shape.name === "string" && constraints.allowed === undefined;
  // The first candidates are literals from the code of functions.
  const candidates = candidatesOf(value, undefined, maker);
  const first = Math.min(2 * (maker.literals ?? []).length, candidates.length);
  if (shape.kind === "scalar" && first > 0 && random.below(2) === 0) return candidates[random.below(first)];
  if (isText && random.below(4) > 0) {
    const [pattern, ...more] = [...constraints.patterns];
    const text = pattern === undefined ? randomText(random) : stringOfPattern(pick(random, [pattern, ...more]), random);
    if (isAllowed(value, text)) return text;
  }
  return candidates[random.below(candidates.length)];
}

const alphabet = Array.from("abcxyzABCXYZ0129-_./:@ ,\tä€");

function randomText(random: RandomNumbers): string {
  return Array.from({ length: random.below(16) }, () => alphabet[random.below(alphabet.length)] ?? "").join("");
}
