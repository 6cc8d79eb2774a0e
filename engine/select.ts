import { guardedMarkers, markersFault } from "./plugin/check-markers.js";
import { checkOptions } from "./config/options.js";
import type { Project } from "./config/project.js";
import type { Fault } from "./config/settings.js";
import { suggest } from "./config/suggest.js";
import type { Generator } from "./generator.js";
import type { MarkerDefinition } from "./markers/marker.js";
import { loadPlugin } from "./plugin/plugin.js";
import type { PluginOrigin, PluginOrigins } from "./plugin/plugin-problem.js";

/**
 * The generators of a project in the order in which they are planned, and the faults of the
 * configured list.
 */
export interface Selection {
  readonly generators: readonly Generator[];
  /**
   * Markers of all generators, selected or not, so that every selection reads a comment in the same
   * way.
   */
  readonly definitions: readonly MarkerDefinition[];
  /** Files of the project's custom generators, relative to the root. */
  readonly files: readonly string[];
  /** Origins of the project's custom generators. */
  readonly plugins: PluginOrigins;
  readonly faults: readonly Fault[];
}

/** Returns the built-in and custom generators that the configuration names, or all of them. */
export async function selectGenerators(
  builtIn: readonly Generator[],
  project: Pick<Project, "root" | "settings">,
): Promise<Selection> {
  const { generators: named, plugins = [], outputs = {}, options = {} } = project.settings;
  const faults: Fault[] = [];
  const files: string[] = [];
  const origins = new Map<string, PluginOrigin>();
  const later: (() => void)[] = [];
  const known = new Map(builtIn.map((generator) => [generator.name, generator]));
  const load = async (specifier: string, path: Fault["path"]): Promise<string | undefined> => {
    const loaded = await loadPlugin(project.root, specifier);
    if (typeof loaded === "string") {
      faults.push({
        path,
        at: "value",
        code: "config/generator",
        message: loaded,
        hint: "otherwise remove it from the list",
        instead: "nothing",
      });
      return undefined;
    }
    const { name } = loaded.generator;
    if (known.has(name)) {
      faults.push({
        path,
        at: "value",
        code: "config/generator",
        message: `${specifier} exports the generator ${name}, and another generator has this name`,
        hint: "remove one of them",
        instead: "nothing",
      });
      return undefined;
    }
    const fault = markersFault(loaded.generator.markers);
    if (fault !== undefined) {
      const message = `the plug-in ${specifier} (generator ${name}) failed: ${fault}`;
      faults.push({
        path,
        at: "value",
        code: "plugin/failed",
        message,
        hint: "the fault is in the plug-in, not in the types",
      });
      return undefined;
    }
    known.set(name, loaded.generator);
    files.push(...loaded.files);
    origins.set(name, { specifier, entry: loaded.entry });
    later.push(() => {
      for (const other of loaded.generator.after ?? []) {
        if (known.has(other)) continue;
        const message = `"after" of ${specifier} names the generator ${other}, which does not exist`;
        faults.push({ path, at: "value", code: "config/generator", message, hint: suggest(other, known.keys()).hint });
      }
    });
    return name;
  };

  const fromPlugins: string[] = [];
  for (const [index, specifier] of plugins.entries())
    fromPlugins.push(...list(await load(specifier, ["plugins", index])));
  const wanted = new Set(named === undefined ? known.keys() : fromPlugins);
  for (const [index, entry] of (named ?? []).entries()) {
    const path = ["generators", index];
    if (isModule(entry)) for (const name of list(await load(entry, path))) wanted.add(name);
    else if (known.has(entry)) wanted.add(entry);
    else
      faults.push({
        path,
        at: "value",
        code: "config/generator",
        message: `unknown generator ${entry}`,
        ...suggest(entry, known.keys()),
      });
  }
  later.forEach((check) => {
    check();
  });
  for (const [key, value] of [
    ["outputs", outputs],
    ["options", options],
  ] as const) {
    for (const name of Object.keys(value)) {
      if (known.has(name)) continue;
      faults.push({
        path: [key, name],
        at: "key",
        code: "config/generator",
        message: `unknown generator ${name}`,
        ...suggest(name, known.keys(), value),
      });
    }
  }
  for (const [name, keys] of Object.entries(outputs)) {
    const possible = Object.keys(known.get(name)?.outputs ?? {});
    for (const key of known.has(name) ? Object.keys(keys) : []) {
      if (possible.includes(key)) continue;
      const message = `the generator ${name} has no output ${key}`;
      faults.push({
        path: ["outputs", name, key],
        at: "key",
        code: "config/output",
        message,
        ...suggest(key, possible, keys),
      });
    }
  }
  const all = [...known.values()];
  faults.push(...(await checkOptions(project.root, all, options)));
  return {
    generators: inOrder(all.filter(({ name }) => wanted.has(name))),
    definitions: all.flatMap((generator) =>
      origins.has(generator.name) ? guardedMarkers(generator) : generator.markers,
    ),
    files,
    plugins: origins,
    faults,
  };
}

function list(name: string | undefined): string[] {
  return name === undefined ? [] : [name];
}

function isModule(entry: string): boolean {
  return /^[.@]|\//.test(entry);
}

/**
 * Orders each generator after those in its `after`, and otherwise keeps the order of the list. A
 * cycle is cut where it is found.
 */
function inOrder(generators: readonly Generator[]): Generator[] {
  const byName = new Map(generators.map((generator) => [generator.name, generator]));
  const ordered = new Set<Generator>();
  const visiting = new Set<Generator>();
  const visit = (generator: Generator): void => {
    if (visiting.has(generator)) return;
    visiting.add(generator);
    for (const name of generator.after ?? []) {
      const earlier = byName.get(name);
      if (earlier !== undefined) visit(earlier);
    }
    ordered.add(generator);
  };
  generators.forEach(visit);
  return [...ordered];
}
