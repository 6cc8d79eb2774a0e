import { decodeBytes, shortened } from "@apimachinery/runtime";
import type { Document, LineCounter, Scalar, ScalarTag } from "yaml";
import { yaml } from "./library.js";

const core = "tag:yaml.org,2002:";

/**
 * Matches octal numbers of YAML 1.2. Go's parser reads them in addition to the octal numbers of
 * YAML 1.1. A number that needs more than 64 bits is read as text.
 */
export const goOctal: ScalarTag = {
  tag: `${core}int`,
  default: true,
  test: /^[-+]?0[oO][0-7][0-7_]*$/,
  resolve: (text) => {
    const digits = text.replaceAll("_", "");
    const size = BigInt(`0o${digits.replace(/^[-+]?0[oO]/, "")}`);
    const value = digits.startsWith("-") ? -size : size;
    return BigInt.asIntN(64, value) === value ? Number(value) : text;
  },
};

/**
 * Changes the values of scalars for which Go's parser and the library give different results.
 * @throws Error for values that JSON does not have, and for values that do not match their tag
 */
export function readAsGo(document: Document, text: string, lines: LineCounter): void {
  const { visit } = yaml();
  const isUnended = /\S/.test(text.slice(text.lastIndexOf("\n") + 1));
  visit(document, {
    Scalar: (_, scalar) => {
      const fail = (problem: string): never => {
        throw new Error(`yaml: line ${lines.linePos(scalar.range?.[0] ?? 0).line}: ${problem}`);
      };
      if (typeof scalar.value === "number" && !Number.isFinite(scalar.value)) readInfinite(scalar, fail);
      if (typeof scalar.value !== "string") return;
      if (scalar.tag?.startsWith(core) === true) readTagged(scalar, scalar.value, scalar.tag.slice(core.length), fail);
      // The last line of a block scalar ends with a line break only if the whole text ends with a
      // line break.
      if (isUnended && isBlock(scalar) && (scalar.range?.[1] ?? 0) >= text.length && typeof scalar.value === "string")
        scalar.value = scalar.value.replace(/\n$/, "");
    },
  });
}

function isBlock({ type }: Scalar): boolean {
  return type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED";
}

/** Converts a number to text if it is too large for a float. `.inf` and `.nan` are errors. */
function readInfinite(scalar: Scalar, fail: (problem: string) => never): void {
  if (scalar.source === undefined || /inf|nan/i.test(scalar.source)) fail(`unsupported value: ${String(scalar.value)}`);
  scalar.value = scalar.source;
}

/** Converts a value that the library returns as text although its tag requires another type. */
function readTagged(scalar: Scalar, text: string, tag: string, fail: (problem: string) => never): void {
  if (tag === "binary") scalar.value = binary(text, fail);
  else if (tag === "float" && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) scalar.value = Number(text);
  else if (tag === "float" || tag === "int" || tag === "bool" || tag === "null")
    fail(`cannot decode !!str \`${shortened(text)}\` as a !!${tag}`);
}

function binary(text: string, fail: (problem: string) => never): string {
  try {
    return Buffer.from(decodeBytes(text)).toString("utf8");
  } catch {
    return fail("!!binary value contains invalid base64 data");
  }
}
