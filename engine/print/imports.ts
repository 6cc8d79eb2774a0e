import { compareText } from "../problem.js";
import { relativeSpecifier, type ImportEnding } from "./specifier.js";
import type { SymbolRef } from "./symbol.js";

/** The imports of one file that is being printed. Printing a symbol records it; the first to want a name gets it. */
export interface ImportCollector {
  /** @returns how the symbol is written in this file */
  print(symbol: SymbolRef): string;
  /** The import statements for everything printed so far, `""` where there are none. */
  statements(): string;
}

interface NamedImport {
  readonly specifier: string;
  readonly symbol: string;
  readonly local: string;
  readonly type: boolean;
}

/**
 * @param file the file that is printed, relative to the root
 * @param reserved names that the file declares itself
 */
export function collectImports(file: string, reserved: readonly string[], ending: ImportEnding): ImportCollector {
  const taken = new Set(reserved);
  const named = new Map<string, NamedImport>();
  const namespaces = new Map<string, { readonly specifier: string; readonly local: string }>();

  const specifierOf = (symbol: SymbolRef): string =>
    symbol.module === true ? symbol.from : relativeSpecifier(file, symbol.from, ending);

  const free = (candidates: readonly string[]): string => {
    for (const name of candidates) {
      if (!taken.has(name)) {
        taken.add(name);
        return name;
      }
    }
    const last = candidates[candidates.length - 1] ?? "imported";
    for (let n = 2; ; n++) {
      const name = `${last}_${n}`;
      if (!taken.has(name)) {
        taken.add(name);
        return name;
      }
    }
  };

  const printNamespace = (symbol: SymbolRef, namespace: string): string => {
    const specifier = specifierOf(symbol);
    let known = namespaces.get(specifier);
    if (known === undefined) {
      known = { specifier, local: free([namespace, ...qualified(symbol.from, namespace)]) };
      namespaces.set(specifier, known);
    }
    return `${known.local}.${symbol.symbol}`;
  };

  return {
    print(symbol) {
      if (symbol.module !== true && symbol.from === file) return symbol.symbol;
      if (symbol.namespace !== undefined) return printNamespace(symbol, symbol.namespace);
      const specifier = specifierOf(symbol);
      const key = `${specifier}#${symbol.symbol}`;
      const known = named.get(key);
      if (known !== undefined) {
        // A value import serves for the type too.
        if (known.type && symbol.type !== true) named.set(key, { ...known, type: false });
        return known.local;
      }
      const wanted = symbol.as ?? symbol.symbol;
      const local = free([wanted, ...qualified(symbol.from, wanted)]);
      named.set(key, { specifier, symbol: symbol.symbol, local, type: symbol.type === true });
      return local;
    },
    statements() {
      const lines: { readonly specifier: string; readonly text: string }[] = [];
      for (const { specifier, local } of namespaces.values()) {
        lines.push({ specifier, text: `import type * as ${local} from "${specifier}";` });
      }
      const groups = new Map<string, NamedImport[]>();
      for (const entry of named.values()) {
        const key = `${entry.specifier}\n${entry.type ? "type" : "value"}`;
        groups.set(key, [...(groups.get(key) ?? []), entry]);
      }
      for (const entries of groups.values()) {
        const names = entries
          .map(({ symbol, local }) => (symbol === local ? symbol : `${symbol} as ${local}`))
          .sort(compareText)
          .join(", ");
        const { specifier, type } = entries[0] as NamedImport;
        lines.push({ specifier, text: `import ${type ? "type " : ""}{ ${names} } from "${specifier}";` });
      }
      lines.sort((a, b) => place(a.specifier) - place(b.specifier) || compareText(a.specifier, b.specifier) || compareText(a.text, b.text));
      return lines.map(({ text }) => text).join("\n");
    },
  };
}

/** Packages first, then other folders, then this one. */
function place(specifier: string): number {
  return specifier.startsWith("../") ? 1 : specifier.startsWith("./") ? 2 : 0;
}

/** Longer names for the same thing, built from the folders above it: `core_v1`, `apis_core_v1`. */
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
