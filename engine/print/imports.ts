import { orderStrings } from "../base/problem.js";
import { relativeSpecifier } from "./specifier.js";
import type { ImportEnding, SymbolRef } from "../base/symbol.js";
import type { ImportedName } from "../load/syntax/names-in-file.js";

/** A name to import, or a module to import as a namespace. */
interface Import {
  readonly specifier: string;
  readonly from: string;
  /** The preferred local name, which is the name of the symbol or of the namespace. */
  readonly wanted: string;
  readonly namespace: boolean;
  type: boolean;
  /**
   * Local name of an import that the file already has. Absent for a new import, for which an import
   * statement is printed.
   */
  readonly local?: string;
}

/**
 * Names of the JavaScript and TypeScript globals that generated code uses. An imported type of such
 * a name is imported under another local name.
 */
const globals = [
  "Array",
  "Error",
  "Exclude",
  "Extract",
  "Map",
  "NonNullable",
  "Object",
  "Omit",
  "Partial",
  "Pick",
  "Readonly",
  "Record",
  "Required",
  "Set",
];

// Delimiters of placeholders. These characters do not occur in source code and need one byte. With
// a character that needs two bytes, the string would need twice the memory.
const [opening, closing] = ["\u0001", "\u0002"];
const placeholder = new RegExp(`${opening}(\\d+)${closing}`, "g");

/**
 * Collects the imports of one file. Each printed symbol is recorded, and the local names are chosen
 * when all symbols are recorded.
 */
export class ImportCollector {
  readonly #file: string;
  readonly #reserved: readonly string[];
  readonly #ending: ImportEnding;
  readonly #existing: readonly ImportedName[];
  readonly #imports: Import[];
  /** Specifiers by the path of the imported file. */
  readonly #specifiers = new Map<string, string>();
  /**
   * Indexes in the list of imports, by specifier and by name. The name is undefined for a namespace
   * import.
   */
  readonly #known = new Map<string, Map<string | undefined, number>>();
  /** Local names of the imports; undefined if an import was added after the names were chosen. */
  #locals: readonly string[] | undefined;

  /**
   * @param file path of the printed file, relative to the root
   * @param reserved names that the file declares
   * @param existing imports that the file already has; they are reused and not printed
   */
  constructor(file: string, reserved: readonly string[], ending: ImportEnding, existing: readonly ImportedName[] = []) {
    this.#file = file;
    this.#reserved = reserved;
    this.#ending = ending;
    this.#existing = existing;
    this.#imports = existing.map(({ local, specifier, symbol, type }) => ({
      specifier,
      from: specifier,
      wanted: symbol ?? local,
      namespace: symbol === undefined,
      type,
      local,
    }));
  }

  /**
   * Returns the code of a symbol. For an imported symbol, the code contains a placeholder, which
   * `resolve` later replaces by the local name.
   */
  print(symbol: SymbolRef): string {
    if (symbol.lazy === true) return `import(${JSON.stringify(this.#specifierOf(symbol))})`;
    if (symbol.module !== true && symbol.from === this.#file) return symbol.symbol;
    this.#locals = undefined;
    const local = `${opening}${this.#indexOf(symbol)}${closing}`;
    return symbol.namespace === undefined || symbol.symbol === "*" ? local : `${local}.${symbol.symbol}`;
  }

  /** Replaces the placeholders in a string by local names. */
  resolve(text: string): string {
    const locals = this.#settled();
    return text.replace(placeholder, (_match, index: string) => locals[Number(index)] ?? "");
  }

  /** Returns the import statements for all recorded symbols; `""` if none are needed. */
  statements(): string {
    return printStatements(this.#imports, this.#settled());
  }

  #settled(): readonly string[] {
    return (this.#locals ??= settleNames(this.#imports, this.#reserved));
  }

  #specifierOf({ from, module }: SymbolRef): string {
    if (module === true) return from;
    const specifier = this.#specifiers.get(from) ?? relativeSpecifier(this.#file, from, this.#ending);
    this.#specifiers.set(from, specifier);
    return specifier;
  }

  #indexOf(symbol: SymbolRef): number {
    const specifier = this.#specifierOf(symbol);
    const namespace = symbol.namespace !== undefined;
    const name = namespace ? undefined : symbol.symbol;
    const names = this.#known.get(specifier) ?? new Map<string | undefined, number>();
    const index = names.get(name) ?? this.#existingIndex(specifier, symbol) ?? this.#imports.length;
    this.#known.set(specifier, names.set(name, index));
    if (index === this.#imports.length) {
      const wanted = symbol.namespace ?? symbol.symbol;
      this.#imports.push({ specifier, from: symbol.from, wanted, namespace, type: true });
    }
    const entry = this.#imports[index];
    // Importing a value also imports the type of the same name.
    if (entry !== undefined && symbol.type !== true) entry.type = false;
    return index;
  }

  #existingIndex(specifier: string, { symbol, namespace, type }: SymbolRef): number | undefined {
    const index = this.#existing.findIndex(
      (one) =>
        withoutEnding(one.specifier) === withoutEnding(specifier) &&
        one.symbol === (namespace === undefined ? symbol : undefined) &&
        (!one.type || type === true),
    );
    return index < 0 ? undefined : index;
  }
}

/**
 * Chooses the local names. If several imports prefer the same name, the import nearest to the file
 * gets the name, and the names of the others are prefixed with their folders.
 */
function settleNames(imports: readonly Import[], reserved: readonly string[]): string[] {
  const taken = new Set([...globals, ...reserved, ...imports.flatMap(({ local }) => local ?? [])]);
  const names: string[] = [];
  const order = [...imports.entries()].sort(
    ([, a], [, b]) =>
      distance(a.specifier) - distance(b.specifier) ||
      orderStrings(a.specifier, b.specifier) ||
      orderStrings(a.wanted, b.wanted),
  );
  for (const [index, { wanted, from, local }] of order) {
    if (local !== undefined) {
      names[index] = local;
      continue;
    }
    const name = taken.has(wanted) ? freeName([wanted, ...qualified(from, wanted)], taken) : wanted;
    taken.add(name);
    names[index] = name;
  }
  return names;
}

function freeName(candidates: readonly string[], taken: ReadonlySet<string>): string {
  const free = candidates.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  const last = candidates[candidates.length - 1] ?? "imported";
  let n = 2;
  while (taken.has(`${last}_${n}`)) n++;
  return `${last}_${n}`;
}

/**
 * Returns the import statements of all modules. A module has one statement for its names, and
 * another for its namespace.
 */
function printStatements(imports: readonly Import[], locals: readonly string[]): string {
  const groups = new Map<string, { readonly types: string[]; readonly values: string[] }>();
  const lines: { readonly specifier: string; readonly text: string }[] = [];
  for (const [index, { specifier, wanted, namespace, type, local: existing }] of imports.entries()) {
    if (existing !== undefined) continue;
    const local = locals[index] ?? wanted;
    if (namespace) {
      lines.push({
        specifier,
        text: `${type ? "import type" : "import"} * as ${local} from ${JSON.stringify(specifier)};`,
      });
      continue;
    }
    const group = groups.get(specifier) ?? { types: [], values: [] };
    groups.set(specifier, group);
    group[type ? "types" : "values"].push(wanted === local ? wanted : `${wanted} as ${local}`);
  }
  for (const [specifier, { types, values }] of groups) {
    types.sort(orderStrings);
    values.sort(orderStrings);
    const [open, names] =
      values.length === 0 ? ["import type", types] : ["import", [...values, ...types.map((name) => `type ${name}`)]];
    lines.push({ specifier, text: `${open} { ${names.join(", ")} } from ${JSON.stringify(specifier)};` });
  }
  lines.sort(
    (a, b) =>
      distance(b.specifier) - distance(a.specifier) ||
      orderStrings(a.specifier, b.specifier) ||
      orderStrings(a.text, b.text),
  );
  return lines.map(({ text }) => text).join("\n");
}

/** Returns a relative specifier without its file ending, and any other specifier unchanged. */
function withoutEnding(specifier: string): string {
  return specifier.startsWith(".") ? specifier.replace(/\.[jt]s$/, "") : specifier;
}

/**
 * Returns the distance of an imported file from the importing file: 0 for the same folder, 1 for
 * subfolders, 2 for other folders, 3 for packages.
 */
function distance(specifier: string): 0 | 1 | 2 | 3 {
  if (specifier.startsWith("./")) return specifier.includes("/", 2) ? 1 : 0;
  return specifier.startsWith("../") ? 2 : 3;
}

/**
 * Returns possible local names that are prefixed with folders, the shortest first: `core_v1`,
 * `apis_core_v1`.
 */
function qualified(from: string, name: string): string[] {
  const folders = from
    .split("/")
    .slice(0, -1)
    .map((part) => part.replace(/[^A-Za-z0-9_$]/g, "_"))
    .filter((part) => part !== "" && part !== "." && part !== "..");
  const names: string[] = [];
  let text = name;
  for (const folder of folders.reverse()) {
    if (folder === text) continue;
    text = `${folder}_${text}`;
    names.push(/^[0-9]/.test(text) ? `_${text}` : text);
  }
  return names;
}
