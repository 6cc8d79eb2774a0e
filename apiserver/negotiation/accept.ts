import { requestLimits } from "../http/request-limits.js";

/** A clause of an Accept header: one media type with its parameters (RFC 9110, section 12.5.1). */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const maxRemembered = 200;

/** Returns the clauses of an Accept header, in order of preference. */
export const parseAccept: (header: string) => readonly AcceptClause[] = remembering(parse);

/** Returns the media types of an Accept header as they are written, without their parameters. */
export const acceptedNames: (header: string) => readonly string[] = remembering((header) =>
  acceptTexts(header).map((clause) => clause.split(";", 1)[0]?.trim() ?? ""),
);

/**
 * Returns a parser that caches its results. Clients send only a few different Accept headers, but
 * each of them with many requests.
 */
function remembering<T>(parseHeader: (header: string) => T): (header: string) => T {
  const results = new Map<string, T>();
  return (header) => {
    const known = results.get(header);
    if (known !== undefined) return known;
    const result = parseHeader(header);
    if (header.length > requestLimits.rememberedAcceptCharacters) return result;
    if (results.size >= maxRemembered) results.clear();
    results.set(header, result);
    return result;
  };
}

/** Splits an Accept header at its commas. Ignores clauses that do not end within the size limit. */
export function acceptTexts(header: string): readonly string[] {
  const { acceptCharacters } = requestLimits;
  if (header.length <= acceptCharacters) return header.split(",");
  return header.slice(0, acceptCharacters).split(",").slice(0, -1);
}

interface WeighedClause extends AcceptClause {
  readonly q: number;
}

/**
 * Parses an Accept header. Omits clauses with q=0, which exclude their media type (RFC 9110,
 * section 12.4.2), although Go's library goautoneg accepts them.
 */
function parse(header: string): readonly AcceptClause[] {
  return inOrder(
    acceptTexts(header)
      .flatMap(clausesOf)
      .filter(({ q }) => q > 0),
  );
}

/**
 * Parses a clause like Go's library goautoneg. Ignores a parameter without a value or with a second
 * equals sign.
 */
function clausesOf(text: string): readonly WeighedClause[] {
  const [media = "", ...rest] = text.split(";");
  const [type = "", subtype = "", ...more] = media.split("/").map(trimmed);
  const parameters = new Map<string, string>();
  let q = 1;
  for (const parameter of rest) {
    const [key = "", value = "", ...others] = parameter.split("=");
    if (value === "" || others.length > 0) continue;
    if (trimmed(key) === "q") q = Number(value);
    else parameters.set(trimmed(key), trimmed(value));
  }
  const isAny = type === "*" && subtype === "";
  if (more.length > 0 || (subtype === "" && !isAny)) return [];
  return [{ type, subtype: isAny ? "*" : subtype, parameters, q: Number.isNaN(q) ? 0 : q }];
}

/** Trims blanks as Go does. A regular expression would need quadratic time for many blanks. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}

/** Maximum number of clauses for which Go uses insertion sort. */
const maxInsertion = 12;

/**
 * Sorts clauses in exactly the order of Go. Go's comparison prefers a clause with a larger `q` or
 * with a more specific media type, so two clauses can each be preferred to the other. The result
 * then depends on the sort algorithm. Lists with more than `maxInsertion` clauses are sorted by
 * `q`, then by specificity.
 */
function inOrder(clauses: WeighedClause[]): WeighedClause[] {
  if (clauses.length > maxInsertion) return clauses.sort((a, b) => b.q - a.q || specificity(b) - specificity(a));
  for (let end = 1; end < clauses.length; end++) {
    for (let at = end; at > 0; at--) {
      const [before, after] = [clauses[at - 1] as WeighedClause, clauses[at] as WeighedClause];
      if (!goesFirst(after, before)) break;
      clauses[at - 1] = after;
      clauses[at] = before;
    }
  }
  return clauses;
}

function goesFirst(a: WeighedClause, b: WeighedClause): boolean {
  return a.q > b.q || (a.type !== "*" && b.type === "*") || (a.subtype !== "*" && b.subtype === "*");
}

function specificity({ type, subtype }: AcceptClause): number {
  return type === "*" ? 0 : subtype === "*" ? 1 : 2;
}
