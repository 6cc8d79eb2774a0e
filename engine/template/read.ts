import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Template } from "./node.js";
import { parseTemplate } from "./parse.js";

/** What stands in a folder of the build instead of its templates: all of them, parsed. */
export const parsedFile = "parsed.json";

/** The templates below a folder, each by its path without `.hbs`. */
export function readTemplates(folder: string): ReadonlyMap<string, Template> {
  const parsed = join(folder, parsedFile);
  return new Map(
    existsSync(parsed) ? (JSON.parse(readFileSync(parsed, "utf8")) as [string, Template][]) : parseTemplates(folder),
  );
}

export function parseTemplates(folder: string): [string, Template][] {
  return templateFiles(folder).map((path) => [
    relative(folder, path).split(sep).join("/").slice(0, -".hbs".length),
    parseTemplate(readFileSync(path, "utf8"), path),
  ]);
}

function templateFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? templateFiles(path) : entry.name.endsWith(".hbs") ? [path] : [];
    })
    .sort();
}
