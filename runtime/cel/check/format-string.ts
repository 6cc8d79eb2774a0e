import type { Expression } from "../expression.js";
import { utf8 } from "../utf8.js";
import type { Type, TypeKind } from "../types/type.js";

/** A fault of a format string, or of an argument. */
export interface FormatFault {
  readonly message: string;
  readonly argument?: Expression;
}

interface Clause {
  readonly kinds: readonly TypeKind[];
  readonly fault: string;
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

/** Returns the first fault of a format string with its arguments; undefined if there is none. */
export function formatFault(
  text: string,
  given: readonly Expression[],
  typeOf: (argument: Expression) => Type,
): FormatFault | undefined {
  let used = 0;
  for (const { 0: found, 1: precision, 2: letter } of text.matchAll(/%(?:%|(\.[0-9]*)?([^])?)/gu)) {
    if (found === "%%") continue;
    const argument = given[used];
    if (found === "%") return { message: "unexpected end of string" };
    if (argument === undefined) return { message: `index ${String(used)} out of range` };
    const clause = letter === undefined || !Object.hasOwn(clauses, letter) ? undefined : clauses[letter];
    const fault = precisionFault(precision, letter) ?? (clause === undefined ? unknownClause(letter) : undefined);
    if (fault !== undefined) return { message: `could not parse formatting clause: ${fault}` };
    const wrong = clause && wrongPart(argument, clause, typeOf, letter === "s");
    if (clause !== undefined && wrong !== undefined)
      return {
        message: `error during formatting: ${clause.fault}, was given ${typeOf(wrong).name}`,
        argument: wrong,
      };
    used++;
  }
  if (given.length <= used) return undefined;
  const counts = `expected ${String(used)}, got ${String(given.length)}`;
  return { message: `too many arguments supplied to string.format (${counts})` };
}

function precisionFault(precision: string | undefined, letter: string | undefined): string | undefined {
  if (precision === undefined) return undefined;
  const digits = precision.slice(1);
  const fault = "error while parsing precision: ";
  if (letter === undefined) return `${fault}could not find end of precision specifier`;
  const isTooLarge = digits !== "" && BigInt(digits) >= 2n ** 63n;
  if (digits !== "" && !isTooLarge) return undefined;
  const why = isTooLarge ? "value out of range" : "invalid syntax";
  return `${fault}error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${why}`;
}

/** Go reads one byte of the format string. */
function unknownClause(letter: string | undefined): string {
  return `unrecognized formatting clause "${String.fromCodePoint(utf8(letter ?? "")[0] ?? 0)}"`;
}

/** Returns the argument, or the part of a literal in it, that has a wrong type. */
function wrongPart(
  argument: Expression,
  clause: Clause,
  typeOf: (argument: Expression) => Type,
  isDeep: boolean,
): Expression | undefined {
  const { kind } = typeOf(argument);
  if (kind !== "dyn" && !clause.kinds.includes(kind)) return argument;
  if (!isDeep) return undefined;
  const parts =
    argument.kind === "list"
      ? argument.elements
      : argument.kind === "map"
        ? argument.entries.flatMap(({ key, value }) => [key, value])
        : [];
  for (const part of parts) {
    const wrong = wrongPart(part, clause, typeOf, isDeep);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
