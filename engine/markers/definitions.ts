import { nearest } from "../util/nearest.js";
import type { MarkerDefinition } from "./marker.js";

/** Marker definitions, indexed by name. A name can end with `*`. */
export interface MarkerDefinitions {
  readonly find: (name: string) => MarkerDefinition | undefined;
  /** Returns the definition whose former name is the given name. */
  readonly findFormer: (name: string) => MarkerDefinition | undefined;
  /** Returns the first definition whose `jsdocTags` contain the given tag. */
  readonly findByTag: (tag: string) => MarkerDefinition | undefined;
  /**
   * Returns the known name that is most similar to a misspelt name; undefined if none is similar.
   */
  nearest(name: string): string | undefined;
  /**
   * Reports whether a known marker has the same prefix before the first `:`. An unknown name with
   * such a prefix is an error, even if no known name is similar.
   */
  isFamily(name: string): boolean;
}

/**
 * Indexes definitions by name. If several definitions have the same name, the first one is used.
 */
export function indexDefinitions(definitions: readonly MarkerDefinition[]): MarkerDefinitions {
  const exact = new Map<string, MarkerDefinition>();
  const open: { readonly prefix: string; readonly definition: MarkerDefinition }[] = [];
  const former = new Map<string, MarkerDefinition>();
  const byTag = new Map<string, MarkerDefinition>();
  const families = new Set<string>(["k8s", "kubebuilder", "genclient"]);
  for (const definition of definitions) {
    const { name } = definition;
    if (definition.formerName !== undefined) former.set(definition.formerName, definition);
    for (const tag of definition.jsdocTags ?? []) if (!byTag.has(tag)) byTag.set(tag, definition);
    if (name.includes(":")) families.add(family(name).toLowerCase());
    if (name.endsWith("*")) open.push({ prefix: name.slice(0, -1), definition });
    else if (!exact.has(name)) exact.set(name, definition);
  }
  open.sort((a, b) => b.prefix.length - a.prefix.length);
  const names = [...exact.keys(), ...open.map(({ prefix }) => prefix.replace(/[:.]$/, ""))];
  const suggestions = new Map<string, string | undefined>();
  return {
    find: (name) => exact.get(name) ?? open.find(({ prefix }) => name.startsWith(prefix))?.definition,
    findFormer: (name) => former.get(name),
    findByTag: (tag) => byTag.get(tag),
    nearest(name) {
      if (!suggestions.has(name)) suggestions.set(name, nearest(name, names));
      return suggestions.get(name);
    },
    isFamily: (name) => name.includes(":") && families.has(family(name).toLowerCase()),
  };
}

function family(name: string): string {
  return name.slice(0, name.indexOf(":"));
}
