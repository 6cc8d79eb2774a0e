/** One of the answers that a client would take (RFC 9110, section 12.5.1). */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Clients have few ways to say what they take, and say it with every request. */
const parsed = new Map<string, readonly AcceptClause[]>();
const maxParsed = 200;

/** An Accept header's clauses, most wanted first: by `q`, then the more specific, then as they were sent. */
export function parseAccept(header: string): readonly AcceptClause[] {
  const known = parsed.get(header);
  if (known !== undefined) return known;
  const clauses = parse(header);
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(header, clauses);
  return clauses;
}

function parse(header: string): readonly AcceptClause[] {
  const clauses = header.split(",").flatMap((text) => {
    const [media = "", ...rest] = text.split(";").map((part) => part.trim());
    const [type = "", subtype = ""] = media.toLowerCase().split("/");
    if (type === "" || subtype === "") return [];
    const parameters = Object.fromEntries(rest.map(keyAndValue));
    const q = Number(parameters["q"] ?? 1);
    return [{ type, subtype, parameters, q: Number.isNaN(q) ? 0 : q }];
  });
  return clauses.filter(({ q }) => q > 0).sort((a, b) => b.q - a.q || specificity(b) - specificity(a));
}

function keyAndValue(text: string): [string, string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, ""] : [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}

function specificity({ type, subtype }: AcceptClause): number {
  return type === "*" ? 0 : subtype === "*" ? 1 : 2;
}
