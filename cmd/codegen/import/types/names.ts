import type { WrittenDeclaration, TypeExpression } from "./declaration.js";

/** A property in which a type is used. */
interface Use {
  readonly parent: WrittenDeclaration;
  readonly field: string;
  readonly isElement: boolean;
}

/** A declaration with its name. */
export interface Named {
  readonly name: string;
  readonly declaration: WrittenDeclaration;
}

/**
 * Returns the given declarations and all declarations that they contain, with their names, in the
 * order of first use. A type is named after the property that uses it: `PizzaSpec`, or
 * `PizzaSpecTopping` for an item of `toppings`. A type that several properties use is named after
 * the words with which the names of all these properties end, if this name is not taken.
 *
 * @param reserved names that the file imports
 */
export function withNames(roots: readonly WrittenDeclaration[], reserved: ReadonlySet<string>): readonly Named[] {
  const uses = new Map<WrittenDeclaration, Use[]>();
  const order: WrittenDeclaration[] = [];
  for (const root of roots) visit(root, uses, order);
  const taken = new Set([...reserved, ...builtIn]);
  const names = new Map<WrittenDeclaration, string>();
  const give = (declaration: WrittenDeclaration, candidates: readonly string[]): void => {
    const name = candidates.find((candidate) => !taken.has(candidate)) ?? numbered(candidates.at(-1) ?? "", taken);
    taken.add(name);
    names.set(declaration, name);
  };
  for (const declaration of order)
    if (declaration.given !== undefined) give(declaration, [identifier(declaration.given)]);
  for (const declaration of order) {
    if (declaration.given !== undefined) continue;
    const places = uses.get(declaration) ?? [];
    const [first] = places;
    if (first === undefined) continue;
    const { part } = declaration;
    const full = `${names.get(first.parent) ?? ""}${part === undefined ? ownName(first) : pascal(part)}`;
    const shared = places.length > 1 && part === undefined ? commonEnd(places.map(ownName)) : "";
    give(declaration, shared === "" ? [full] : [shared, full]);
  }
  return order.map((declaration) => ({ name: names.get(declaration) ?? "", declaration }));
}

function visit(
  declaration: WrittenDeclaration,
  uses: Map<WrittenDeclaration, Use[]>,
  order: WrittenDeclaration[],
): void {
  if (order.includes(declaration)) return;
  order.push(declaration);
  const { body } = declaration;
  const parts: readonly (readonly [string, TypeExpression])[] =
    body.kind === "alias" ? [["", body.of]] : body.fields.map(({ name, type }) => [name, type] as const);
  for (const [field, type] of parts)
    for (const part of type) {
      if (typeof part === "string") continue;
      const known = uses.get(part) ?? [];
      uses.set(part, [
        ...known,
        { parent: declaration, field: field === "" ? "Value" : field, isElement: type.length > 1 },
      ]);
      visit(part, uses, order);
    }
}

function ownName({ field, isElement }: Use): string {
  return isElement ? singular(pascal(field)) : pascal(field);
}

/** Returns the words with which all names end: `Probe` for `LivenessProbe` and `StartupProbe`. */
function commonEnd(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.match(/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+/g) ?? []);
  const isCommon = (count: number): boolean =>
    others.every((words) => words.slice(-count).join() === first.slice(-count).join());
  let count = 0;
  while (count < first.length && isCommon(count + 1)) count++;
  return count === 0 ? "" : first.slice(-count).join("");
}

/** Names of global types that generated code uses. */
const builtIn = ["Record", "Array", "Schema", "Scheme", "Object", "String", "Number", "Boolean", "Date", "Map", "Set"];

/** Returns the words of a string as a name in PascalCase: `XForwardedFor`. */
function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

function identifier(text: string): string {
  const name = pascal(text);
  return /^[A-Z]/.test(name) ? name : `T${name}`;
}

/** Returns the singular of a regular English plural, such as `Topping`, `Policy` or `Match`. */
function singular(plural: string): string {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, "y");
  if (/(ss|sh|ch|x)es$/.test(plural)) return plural.replace(/es$/, "");
  return /(ss|us|is)$/.test(plural) ? plural : plural.replace(/([a-z0-9])s$/, "$1");
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) if (!taken.has(`${name}${String(number)}`)) return `${name}${String(number)}`;
}
