import { decodeBytes, shortened } from "@apimachinery/runtime";

/** The value of a scalar. An integer beyond ±(2^53 - 1) is a bigint. */
export type ScalarValue = string | number | bigint | boolean | null;

/** A value, and the name of its YAML type in messages. Go distinguishes `1` from `1.0`. */
export interface ResolvedScalar {
  readonly type: "str" | "int" | "float" | "bool" | "null";
  readonly value: ScalarValue;
}

const words: ReadonlyMap<string, ResolvedScalar> = new Map([
  ...wordsOf(["y", "yes", "true", "on"], { type: "bool", value: true }),
  ...wordsOf(["n", "no", "false", "off"], { type: "bool", value: false }),
  ...wordsOf(["", "~", "null"], { type: "null", value: null }),
  ...wordsOf([".inf", "+.inf"], { type: "float", value: Number.POSITIVE_INFINITY }),
  ...wordsOf(["-.inf"], { type: "float", value: Number.NEGATIVE_INFINITY }),
  ...[".nan", ".NaN", ".NAN"].map((word): [string, ResolvedScalar] => [word, { type: "float", value: Number.NaN }]),
]);

/**
 * Returns each word in lower case, with a capital first letter, and in upper case, all with the
 * same value.
 */
function wordsOf(list: readonly string[], resolved: ResolvedScalar): [string, ResolvedScalar][] {
  return list
    .flatMap((word) => [word, word.replace(/[a-z]/, (letter) => letter.toUpperCase()), word.toUpperCase()])
    .map((word) => [word, resolved]);
}

const integer = /^[-+]?(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/;
const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** Maximum length of an integer, in characters. Longer integers have more than 64 bits. */
const maxIntegerLength = 67;

/**
 * Returns the value of a scalar without quotes and without a tag (Go: resolve in
 * go.yaml.in/yaml/v2). Unlike in Go, timestamps are strings.
 */
export function resolveScalar(text: string): ResolvedScalar {
  return words.get(text) ?? numberOf(text) ?? { type: "str", value: text };
}

function numberOf(text: string): ResolvedScalar | undefined {
  const first = text.charAt(0);
  if (first === ".") return floatOf(text);
  if (!/[-+\d]/.test(first)) return undefined;
  const plain = text.replaceAll("_", "");
  return integerOf(plain) ?? floatOf(plain);
}

function integerOf(plain: string): ResolvedScalar | undefined {
  // Like Go, also accepts a sign after the prefix of binary digits (`0b-1`).
  const text = plain.replace(/^0b([-+])/, "$10b");
  if (text.length > maxIntegerLength || !integer.test(text)) return undefined;
  const digits = text.replace(/^[-+]/, "").replace(/^0(?=[0-7]+$)/, "0o");
  const value = text.startsWith("-") ? -BigInt(digits) : BigInt(digits);
  // Like Go, also accepts integers up to 2^64 - 1, as unsigned integers.
  const fits = BigInt.asIntN(64, value) === value || (BigInt.asUintN(64, value) === value && !text.startsWith("+"));
  const number = Number(value);
  return fits ? { type: "int", value: Number.isSafeInteger(number) ? number : value } : undefined;
}

/**
 * Returns a floating-point number; undefined for any other string. A decimal integer with more than
 * 64 bits keeps its digits, so that the decoder can refuse it.
 */
function floatOf(text: string): ResolvedScalar | undefined {
  if (!float.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return {
    type: "float",
    value: /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text.replace("+", "")) : value,
  };
}

const core = "tag:yaml.org,2002:";

/**
 * Returns the value of a scalar with a tag.
 * @throws Error for a value that does not match the tag
 */
export function resolveTagged(tag: string, text: string): ResolvedScalar {
  const name = tag.startsWith(core) ? tag.slice(core.length) : "";
  if (name === "binary") return { type: "str", value: binary(text) };
  if (name !== "int" && name !== "float" && name !== "bool" && name !== "null") return { type: "str", value: text };
  const { type, value } = resolveScalar(text);
  if (type === name || (type === "int" && name === "float")) return { type: name, value };
  throw new Error(`cannot decode !!${type} \`${shortened(text)}\` as a !!${name}`);
}

function binary(text: string): string {
  try {
    return Buffer.from(decodeBytes(text)).toString("utf8");
  } catch {
    throw new Error("!!binary value contains invalid base64 data");
  }
}
