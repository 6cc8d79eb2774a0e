import type { MarkerDefinition } from "../../engine/markers/marker.js";
import type { Generator } from "../../engine/plan/generator.js";
import { nearest } from "../../engine/util/nearest.js";
import { orderStrings } from "../../engine/base/problem.js";
import { generators as builtIn } from "../../generators/index.js";
import { isEnforced } from "../../generators/rules/read-markers.js";
import { exit, type ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { knownGenerators, type PageOptions } from "./plan-project.js";
import { markersAsMarkdown } from "./report/markers-markdown.js";
import type { Readers } from "./report/marker-readers.js";
import { markersAsText } from "./report/markers-text.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs `codegen markers [name]`: prints the definitions of markers, including the markers of the
 * project's custom generators.
 */
export async function markers(name: string | undefined, options: PageOptions, terminal: Terminal): Promise<ExitCode> {
  const { all, own, readers } = await definitionsOf(options, terminal);
  const wanted = name?.replace(/^\+/, "");
  const chosen = wanted === undefined ? all : find(all, wanted);
  if (chosen.length === 0 && wanted !== undefined) {
    const meant = nearestName(all, wanted);
    throw new UsageError(
      `unknown marker +${wanted}${meant === undefined ? "; codegen markers lists all markers" : `; did you mean +${meant}?`}`,
    );
  }
  terminal.out(print(chosen, { own, readers }, options.format, wanted !== undefined));
  return exit.done;
}

async function definitionsOf(
  options: PageOptions,
  terminal: Terminal,
): Promise<Readers & { readonly all: readonly MarkerDefinition[] }> {
  const { definitions, generators } = await knownGenerators(options, terminal);
  const all = definitions.toSorted((a, b) => orderStrings(a.name, b.name) || orderStrings(a.owner, b.owner));
  const others = new Set(builtIn.flatMap(({ otherMarkers = [] }) => otherMarkers));
  const own = new Set(definitions.flatMap((definition) => (others.has(definition) ? [] : definition.owner)));
  return { all, own, readers: readersOf(all, generators) };
}

/**
 * Returns the markers with the wanted name. If no marker has this name, returns the markers whose
 * last part is the wanted name, without regard to case: `minimum` matches three markers.
 */
function find(all: readonly MarkerDefinition[], wanted: string): readonly MarkerDefinition[] {
  const exact = all.filter((definition) => names(definition, wanted));
  if (exact.length > 0) return exact;
  const last = wanted.toLowerCase();
  return all.filter(({ name, endings = [] }) =>
    [name, ...endings].some((known) => lastPart(known).toLowerCase() === last),
  );
}

/**
 * Returns the known name that is most similar to an unknown name. Compares whole names first. If no
 * whole name is similar, compares the last parts of the names. For example, the result for
 * `k8s:defalt` is `default`.
 */
function nearestName(all: readonly MarkerDefinition[], wanted: string): string | undefined {
  const known = all.map(({ name }) => name);
  const part = nearest(lastPart(wanted), known.map(lastPart));
  const same = known.filter((name) => lastPart(name) === part);
  return nearest(wanted, known) ?? same.find((name) => name === part) ?? same[0];
}

function lastPart(name: string): string {
  return name.replace(/[:.]?\*$/, "").replace(/^.*:/, "");
}

function names(definition: MarkerDefinition, wanted: string): boolean {
  if (!definition.name.endsWith("*")) return definition.name === wanted;
  const prefix = definition.name.slice(0, -1);
  return wanted.startsWith(prefix) || `${wanted}:` === prefix;
}

function readersOf(all: readonly MarkerDefinition[], generators: readonly Generator[]): Readers["readers"] {
  return new Map(
    all.flatMap(({ name }) => {
      const found = generators.filter(({ alsoReads = [] }) => alsoReads.includes(name));
      return found.length === 0 ? [] : [[name, found.map((generator) => generator.name).join(", ")]];
    }),
  );
}

function print(
  definitions: readonly MarkerDefinition[],
  readers: Readers,
  format: PageOptions["format"],
  detailed: boolean,
): string {
  if (format === "json") return `${JSON.stringify({ markers: definitions.map(plain) }, undefined, 2)}\n`;
  return format === "markdown"
    ? markersAsMarkdown(definitions, readers)
    : markersAsText(definitions, readers, detailed);
}

function plain({ name, places, value, description, example, owner, repeatable }: MarkerDefinition) {
  const enforced = isEnforced(name);
  return { name, places, value, description, example, owner, repeatable: repeatable === true, enforced };
}
