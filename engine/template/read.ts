import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Template } from "./node.js";
import { parseTemplate } from "./parse.js";

/** Beside the templates, where they were parsed before. */
export const parsedFile = "templates.json";

/** What was parsed before: it is believed for the same text alone. */
export interface Parsed {
  readonly [name: string]: { readonly text: string; readonly template: Template };
}

/** The templates below a folder, each by its path without `.hbs`. */
export function readTemplates(folder: string): ReadonlyMap<string, Template> {
  const parsedPath = join(folder, parsedFile);
  const before = existsSync(parsedPath) ? (JSON.parse(readFileSync(parsedPath, "utf8")) as Parsed) : {};
  return new Map(Object.entries(parseTemplates(folder, before)).map(([name, { template }]) => [name, template]));
}

export function parseTemplates(folder: string, before: Parsed): Parsed {
  const parsed = templateFiles(folder).map((path): [string, Parsed[string]] => {
    const name = relative(folder, path).split(sep).join("/").slice(0, -".hbs".length);
    const text = readFileSync(path, "utf8");
    const known = before[name];
    return [name, known?.text === text ? known : { text, template: parseTemplate(text, path) }];
  });
  return Object.fromEntries(parsed);
}

function templateFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? templateFiles(path) : entry.name.endsWith(".hbs") ? [path] : [];
    })
    .sort();
}
