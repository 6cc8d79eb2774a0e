import type { MarkerDefinition } from "./marker.js";

/** Definitions by name, those that end in `*` included. */
export interface Definitions {
  find(name: string): MarkerDefinition | undefined;
  /** Names that are written out, for suggestions. */
  readonly names: readonly string[];
  /** Whether the part before the first `:` is one that some marker has, so that an unknown one is a mistake. */
  isFamily(name: string): boolean;
}

/** Earlier definitions win: a generator's own before those that are only known. */
export function indexDefinitions(definitions: readonly MarkerDefinition[]): Definitions {
  const exact = new Map<string, MarkerDefinition>();
  const open: { readonly prefix: string; readonly definition: MarkerDefinition }[] = [];
  const families = new Set<string>(["k8s", "kubebuilder", "genclient"]);
  for (const definition of definitions) {
    const { name } = definition;
    if (name.includes(":")) families.add(family(name).toLowerCase());
    if (name.endsWith("*")) open.push({ prefix: name.slice(0, -1), definition });
    else if (!exact.has(name)) exact.set(name, definition);
  }
  open.sort((a, b) => b.prefix.length - a.prefix.length);
  return {
    find: (name) => exact.get(name) ?? open.find(({ prefix }) => name.startsWith(prefix))?.definition,
    names: [...exact.keys(), ...open.map(({ prefix }) => prefix.replace(/[:.]$/, ""))],
    isFamily: (name) => name.includes(":") && families.has(family(name).toLowerCase()),
  };
}

function family(name: string): string {
  return name.slice(0, name.indexOf(":"));
}
