import { resolve } from "node:path";
import { guardedMarkers, markersReason } from "../config/plugin/check-markers.js";
import { problemsReason } from "../config/plugin/check-problems.js";
import { checkOptions } from "../config/options.js";
import type { Project } from "../config/project.js";
import type { SettingProblem } from "../config/settings.js";
import { suggest, unknownKey } from "../config/suggest.js";
import { relativePath } from "../util/relative-path.js";
import type { Generator } from "../plan/generator.js";
import { accept } from "../model/accepted.js";
import type { MarkerDefinition } from "../markers/marker.js";
import { loadPlugin } from "../config/plugin/plugin.js";
import type { PluginOrigin, PluginOrigins } from "../plan/plugin-problem.js";
import { configProblems } from "../config/problem-codes.js";
import { pluginProblems } from "../plan/problem-codes.js";

/**
 * The generators of a project in the order in which they are planned, and the problems in the
 * configuration of generators.
 */
export interface SelectedGenerators {
  readonly generators: readonly Generator[];
  /**
   * Definitions of the marker that accepts warnings, and of the markers of all generators, whether
   * selected or not. The meaning of a comment therefore does not depend on the selection.
   */
  readonly definitions: readonly MarkerDefinition[];
  /**
   * Paths of the files of custom generators, relative to the root. Also contains the module of a
   * generator that cannot be loaded.
   */
  readonly files: readonly string[];
  /** True if the output of custom generators can also depend on files that are not in `files`. */
  readonly hasUnknownFiles: boolean;
  /** Modules of the custom generators, by generator name. */
  readonly plugins: PluginOrigins;
  readonly faults: readonly SettingProblem[];
}

/**
 * Returns the definitions of all markers. If a generator defines a marker that also belongs to
 * another tool, the definition of the generator is used.
 */
function definitionsOf(
  own: readonly MarkerDefinition[],
  others: readonly MarkerDefinition[],
): readonly MarkerDefinition[] {
  const names = new Set(own.map(({ name }) => name));
  return [accept, ...own, ...others.filter(({ name }) => !names.has(name))];
}

/**
 * Returns the built-in and custom generators that the configuration names; all if it names none.
 */
export async function selectGenerators(
  builtIn: readonly Generator[],
  project: Pick<Project, "root" | "settings">,
): Promise<SelectedGenerators> {
  const selector = new Selector(builtIn, project.root);
  const { generators, plugins = [], outputs = {}, options = {} } = project.settings;
  const wanted = await selector.load(generators, plugins);
  selector.checkAfter();
  selector.checkNames("outputs", outputs);
  selector.checkNames("options", options);
  selector.checkOutputs(outputs);
  await selector.checkOptions(options);
  return selector.selection(wanted);
}

/** Loads the custom generators of a project, and collects the problems in their configuration. */
class Selector {
  readonly #root: string;
  readonly #reasons: SettingProblem[] = [];
  readonly #files: string[] = [];
  #hasUnknownFiles = false;
  readonly #origins = new Map<string, PluginOrigin>();
  /** Built-in and custom generators by name. */
  readonly #known: Map<string, Generator>;
  readonly #custom: {
    readonly specifier: string;
    readonly path: SettingProblem["path"];
    readonly generator: Generator;
  }[] = [];

  constructor(builtIn: readonly Generator[], root: string) {
    this.#root = root;
    this.#known = new Map(builtIn.map((generator) => [generator.name, generator]));
  }

  /**
   * Loads custom generators, and returns the names of all selected generators.
   *
   * @param named configured list of names and modules; if absent, all generators are selected
   */
  async load(named: readonly string[] | undefined, plugins: readonly string[]): Promise<ReadonlySet<string>> {
    const loaded: string[] = [];
    for (const [index, specifier] of plugins.entries())
      loaded.push(...(await this.#load(specifier, ["plugins", index])));
    if (named === undefined) return new Set(this.#known.keys());
    const wanted = new Set(loaded);
    for (const [index, entry] of named.entries()) {
      const path = ["generators", index];
      if (isModule(entry)) for (const name of await this.#load(entry, path)) wanted.add(name);
      else if (this.#known.has(entry)) wanted.add(entry);
      else
        this.#reasons.push({
          path,
          at: "value",
          ...configProblems.is("config/generator"),
          message: `unknown generator ${entry}`,
          ...suggest(entry, this.#known.keys()),
        });
    }
    return wanted;
  }

  /** Reports names in the `after` list of a custom generator that are not names of generators. */
  checkAfter(): void {
    for (const { specifier, path, generator } of this.#custom)
      for (const other of generator.after ?? []) {
        if (this.#known.has(other)) continue;
        const message = `"after" of ${specifier} names the generator ${other}, which does not exist`;
        const { hint } = suggest(other, this.#known.keys());
        this.#reasons.push({ path, at: "value", ...configProblems.is("config/generator"), message, hint });
      }
  }

  /** Reports keys of a setting that are not names of generators. */
  checkNames(key: "outputs" | "options", value: { readonly [name: string]: unknown }): void {
    for (const name of Object.keys(value)) {
      if (this.#known.has(name)) continue;
      this.#reasons.push(
        unknownKey("config/generator", [key, name], `unknown generator ${name}`, this.#known.keys(), value),
      );
    }
  }

  /** Reports configured outputs that the generator does not have. */
  checkOutputs(outputs: { readonly [generator: string]: { readonly [key: string]: string } }): void {
    for (const [name, keys] of Object.entries(outputs)) {
      const generator = this.#known.get(name);
      if (generator === undefined) continue;
      const possible = Object.keys(generator.outputs);
      for (const key of Object.keys(keys)) {
        if (possible.includes(key)) continue;
        const message = `the generator ${name} has no output ${key}`;
        this.#reasons.push(unknownKey("config/output", ["outputs", name, key], message, possible, keys));
      }
    }
  }

  async checkOptions(options: NonNullable<Project["settings"]["options"]>): Promise<void> {
    this.#reasons.push(...(await checkOptions(this.#root, [...this.#known.values()], options)));
  }

  selection(wanted: ReadonlySet<string>): SelectedGenerators {
    const all = [...this.#known.values()];
    return {
      generators: inOrder(all.filter(({ name }) => wanted.has(name))),
      definitions: definitionsOf(
        all.flatMap((generator) => (this.#origins.has(generator.name) ? guardedMarkers(generator) : generator.markers)),
        all.flatMap(({ otherMarkers = [] }) => otherMarkers),
      ),
      files: this.#files,
      hasUnknownFiles: this.#hasUnknownFiles,
      plugins: this.#origins,
      faults: this.#reasons,
    };
  }

  /**
   * Loads a custom generator and returns its name as a list of one element. Returns an empty list
   * if it has a problem.
   */
  async #load(specifier: string, path: SettingProblem["path"]): Promise<readonly string[]> {
    const refuse = (message: string, hint: string): readonly string[] => {
      const head = configProblems.is("config/generator");
      this.#reasons.push({ path, at: "value", ...head, message, hint, instead: "nothing" });
      return [];
    };
    const loaded = await loadPlugin(this.#root, specifier);
    if (typeof loaded === "string") {
      this.#files.push(relativePath(this.#root, resolve(this.#root, specifier)));
      return refuse(loaded, "correct the cause, or remove the entry from the list");
    }
    const { generator, files, hasUnknown, entry } = loaded;
    const { name } = generator;
    if (this.#known.has(name)) {
      const message = `${specifier} exports the generator ${name}, but another generator has the same name`;
      return refuse(message, "rename this generator, or remove it from the configuration");
    }
    const reason = markersReason(generator.markers) ?? problemsReason(generator.problems);
    if (reason !== undefined) {
      const message = `the plug-in ${specifier} (generator ${name}) failed: ${reason}`;
      const hint = "the mistake is in the plug-in, not in the types";
      this.#reasons.push({ path, at: "value", ...pluginProblems.is("plugin/failed"), message, hint });
      return [];
    }
    this.#known.set(name, generator);
    this.#files.push(...files);
    this.#hasUnknownFiles ||= hasUnknown;
    this.#origins.set(name, { specifier, entry });
    this.#custom.push({ specifier, path, generator });
    return [name];
  }
}

function isModule(entry: string): boolean {
  return /^[.@]|\//.test(entry);
}

/**
 * Sorts the generators so that each comes after the generators in its `after` list. Otherwise,
 * preserves the order of the list. If generators form a cycle, ignores the entry that closes the
 * cycle.
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
