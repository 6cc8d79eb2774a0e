import { isReserved } from "./provider.js";

const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

const unescapes: ReadonlyMap<string, string> = new Map(
  Object.entries(escapes).map(([part, escape]) => [escape, part] as const),
);

/**
 * Returns the property to which a name in expressions refers, such as `a.b` for `a__dot__b`;
 * undefined if the name is not a valid escaped name.
 */
export function unescapeProperty(name: string): string | undefined {
  if (!name.includes("__")) return name;
  const word = /^__([^_]+)__$/.exec(name)?.[1];
  if (word !== undefined && isReserved(word)) return word;
  const escapesIn = name.match(/__[^_]+__/g) ?? [];
  if (!escapesIn.every((escape) => unescapes.has(escape))) return undefined;
  return name.replaceAll(/__[^_]+__/g, (escape) => unescapes.get(escape) ?? escape);
}

/**
 * Returns the escaped name of a property for expressions; undefined if expressions cannot refer to
 * the property.
 */
export function escapedName(property: string): string | undefined {
  if (!/^[a-zA-Z_.\-/][a-zA-Z0-9_.\-/]*$/.test(property)) return undefined;
  if (isReserved(property)) return `__${property}__`;
  return property.replaceAll(/__|[.\-/]/g, (part) => escapes[part] ?? part);
}

/** Returns a string as a literal of CEL. */
export function stringLiteral(text: string): string {
  return `'${text.replaceAll(/[\\'\n\r]/g, (char) => literalEscapes[char] ?? `\\${char}`)}'`;
}

const literalEscapes: { readonly [char: string]: string } = { "\n": "\\n", "\r": "\\r" };
