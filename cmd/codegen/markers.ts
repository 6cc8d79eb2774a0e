import { resolveProject } from "../../engine/config/project.js";
import { allDefinitions } from "../../engine/markers/all.js";
import type { MarkerDefinition } from "../../engine/markers/marker.js";
import { nearest } from "../../engine/nearest.js";
import { compareText } from "../../engine/problem.js";
import { selectGenerators } from "../../engine/select.js";
import { generators as builtIn } from "../../generators/index.js";
import { exit, type ExitCode } from "./exit.js";
import { markersAsMarkdown } from "./report/markers-markdown.js";
import { markersAsText } from "./report/markers-text.js";
import type { Terminal } from "./terminal.js";

/** As commander hands them over. */
export interface MarkersOptions {
  readonly format: "text" | "json" | "markdown";
  readonly config?: string;
}

/** `codegen markers [name]`: the table that markers are checked against, the project's own generators included. */
export async function markers(name: string | undefined, options: MarkersOptions, terminal: Terminal): Promise<ExitCode> {
  const { all, own } = await definitionsOf(options, terminal);
  const wanted = name?.replace(/^\+/, "");
  const chosen = wanted === undefined ? all : all.filter((definition) => names(definition, wanted));
  if (chosen.length === 0 && wanted !== undefined) {
    const meant = nearest(wanted, all.map((definition) => definition.name));
    terminal.err(`codegen: there is no marker +${wanted}${meant === undefined ? "; codegen markers lists them all" : `; did you mean +${meant}?`}\n`);
    return exit.usage;
  }
  terminal.out(print(chosen, own, options.format, wanted !== undefined));
  return exit.done;
}

async function definitionsOf(options: MarkersOptions, terminal: Terminal): Promise<{ all: readonly MarkerDefinition[]; own: ReadonlySet<string> }> {
  const resolved = await resolveProject({ cwd: terminal.cwd, paths: ["."], configFile: options.config });
  const project = resolved.kind === "project" ? resolved.project : { root: terminal.cwd, settings: {} };
  const { definitions } = await selectGenerators(builtIn, project);
  const all = [...allDefinitions(definitions)].sort((a, b) => compareText(a.name, b.name) || compareText(a.owner, b.owner));
  return { all, own: new Set(definitions.map(({ owner }) => owner)) };
}

function names(definition: MarkerDefinition, wanted: string): boolean {
  if (!definition.name.endsWith("*")) return definition.name === wanted;
  const prefix = definition.name.slice(0, -1);
  return wanted.startsWith(prefix) || `${wanted}:` === prefix;
}

function print(definitions: readonly MarkerDefinition[], own: ReadonlySet<string>, format: MarkersOptions["format"], detailed: boolean): string {
  if (format === "json") return `${JSON.stringify({ markers: definitions.map(plain) }, undefined, 2)}\n`;
  return format === "markdown" ? markersAsMarkdown(definitions, own) : markersAsText(definitions, detailed);
}

function plain({ name, places, value, description, example, owner, repeatable }: MarkerDefinition) {
  return { name, places, value, description, example, owner, repeatable: repeatable === true };
}
