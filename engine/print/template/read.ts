import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Template } from "./node.js";
import { parseTemplate } from "./parse.js";

/**
 * Name of the file that contains all parsed templates of a folder. The build writes this file
 * instead of the templates.
 */
export const parsedFile = "parsed.json";

/**
 * Returns the templates in a folder and its subfolders, by path without `.hbs`, and their inline
 * partials, by name.
 */
export function readTemplates(folder: string): ReadonlyMap<string, Template> {
  const parsed = join(folder, parsedFile);
  return new Map(
    existsSync(parsed) ? (JSON.parse(readFileSync(parsed, "utf8")) as [string, Template][]) : parseTemplates(folder),
  );
}

/**
 * Parses the templates in a folder and its subfolders.
 * @throws Error if two templates or inline partials have the same name, because all share one
 * namespace
 */
export function parseTemplates(folder: string): [string, Template][] {
  const found = new Map<string, Template>();
  for (const path of templateFiles(folder)) {
    const { body, partials } = parseTemplate(readFileSync(path, "utf8"), path);
    const name = relative(folder, path).split(sep).join("/").slice(0, -".hbs".length);
    for (const [key, template] of [[name, body] as const, ...partials]) {
      if (found.has(key))
        throw new Error(`${path}: another file also defines a template or inline partial ${key}; rename one of them`);
      found.set(key, template);
    }
  }
  return [...found];
}

function templateFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? templateFiles(path) : entry.name.endsWith(".hbs") ? [path] : [];
    })
    .sort();
}
