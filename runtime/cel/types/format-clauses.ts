import { encodeUTF8 } from "../../util/text-of-bytes.js";
import type { TypeKind } from "./type.js";

/** The values that a clause of a format string accepts. */
export interface Clause {
  readonly kinds: readonly TypeKind[];
  /** The first part of the message for a value of another kind. */
  readonly fault: string;
}

/** A part of a format string that an argument replaces. It begins with a percent sign. */
export interface Directive {
  /** True for a single `%` at the end of the format string. */
  readonly isIncomplete: boolean;
  readonly letter: string | undefined;
  /** The decimal point and the digits after it; undefined if the directive has no decimal point. */
  readonly precision: string | undefined;
}

const decimal: readonly TypeKind[] = ["int", "uint"];
const floating: readonly TypeKind[] = ["double", "string"];
const hex: Clause = {
  kinds: [...decimal, "string", "bytes"],
  fault: "only integers, byte buffers, and strings can be formatted as hex",
};

const clauses: Readonly<Record<string, Clause>> = {
  s: {
    kinds: [
      ...["list", "map", "int", "uint", "double", "bool", "string", "timestamp"],
      ...["bytes", "duration", "type", "null"],
    ] as readonly TypeKind[],
    fault:
      "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
  },
  d: { kinds: decimal, fault: "decimal clause can only be used on integers" },
  f: { kinds: floating, fault: "fixed-point clause can only be used on doubles" },
  e: { kinds: floating, fault: "scientific clause can only be used on doubles" },
  b: { kinds: [...decimal, "bool"], fault: "only integers and bools can be formatted as binary" },
  x: hex,
  X: hex,
  o: { kinds: decimal, fault: "octal clause can only be used on integers" },
};

/** Returns the directives of a format string, and the strings between them. */
export function* piecesOf(text: string): Generator<string | Directive> {
  let copied = 0;
  for (const { 0: found, 1: precision, 2: letter, index } of text.matchAll(/%(?:%|(\.[0-9]*)?([^])?)/gu)) {
    yield text.slice(copied, index);
    yield found === "%%" ? "%" : { isIncomplete: found === "%", precision, letter };
    copied = index + found.length;
  }
  yield text.slice(copied);
}

/** Returns the clause of a directive, or the message for a wrong one. */
export function clauseOf({ precision, letter }: Directive): Clause | string {
  const clause = letter !== undefined && Object.hasOwn(clauses, letter) ? clauses[letter] : undefined;
  const problem = precisionProblem(precision, letter) ?? (clause === undefined ? unknownClause(letter) : "");
  return problem === "" && clause !== undefined ? clause : `could not parse formatting clause: ${problem}`;
}

function precisionProblem(precision: string | undefined, letter: string | undefined): string | undefined {
  if (precision === undefined) return undefined;
  const digits = precision.slice(1);
  const problem = "error while parsing precision: ";
  if (letter === undefined) return `${problem}could not find end of precision specifier`;
  const isTooLarge = digits !== "" && BigInt(digits) >= 2n ** 63n;
  if (digits !== "" && !isTooLarge) return undefined;
  const why = isTooLarge ? "value out of range" : "invalid syntax";
  return `${problem}error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${why}`;
}

/**
 * Returns the message for an unknown clause. Go reads one byte of the format string as the letter
 * of the clause.
 */
function unknownClause(letter: string | undefined): string {
  return `unrecognized formatting clause "${String.fromCodePoint(encodeUTF8(letter ?? "")[0] ?? 0)}"`;
}
