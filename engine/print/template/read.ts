import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../../util/files-below.js";
import { relativePath } from "../../util/relative-path.js";
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
  const paths = filesBelow(folder).filter((path) => path.endsWith(".hbs"));
  for (const path of paths.sort()) {
    const { body, partials } = parseTemplate(readFileSync(path, "utf8"), path);
    const name = relativePath(folder, path).slice(0, -".hbs".length);
    for (const [key, template] of [[name, body] as const, ...partials]) {
      if (found.has(key))
        throw new Error(`${path}: another file also defines a template or inline partial ${key}; rename one of them`);
      found.set(key, template);
    }
  }
  return [...found];
}
