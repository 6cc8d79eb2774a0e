import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { javascriptOf } from "../../../../engine/load/syntax/javascript.js";
import type { PlannedFile } from "../../../../engine/plan/plan.js";
import { moduleUrl } from "../../../../engine/config/plugin/plugin.js";
import type { ProjectCode } from "../read/read-project.js";

export interface CodeRequest {
  readonly code: ProjectCode;
  /** Modules of the project, relative to its root. */
  readonly modules: readonly string[];
  /** The folder into which the JavaScript files are written. */
  readonly folder: string;
  /** Root of the current project. Imported packages are resolved from this folder. */
  readonly present: string;
}

/**
 * Writes modules of a project as JavaScript, together with all modules of the project that they
 * import. Generated files are printed from their plans, other files are read. A module that does
 * not exist is left out: its import fails later with a message that names the module.
 */
export async function writeCode({ code, modules, folder, present }: CodeRequest): Promise<void> {
  // OpenAPI documents are large, and only servers import them.
  const files = code.files.filter(({ generator }) => generator.name !== "openapi");
  const planned = new Map(files.map((file) => [file.file.path, file]));
  const known = new Set<string>();
  const find = (from: string, specifier: string): string | undefined =>
    sourcesOf(posix.join(posix.dirname(from), specifier)).find(
      (path) => planned.has(path) || (!path.startsWith("../") && existsSync(join(code.root, path))),
    );
  for (let next = [...modules]; next.length > 0;) {
    const texts = await textsOf(code, planned, next);
    next.forEach((path) => known.add(path));
    const found = new Set<string>();
    for (const [path, text] of texts) {
      const target = join(folder, compiledPath(path));
      mkdirSync(dirname(target), { recursive: true });
      const javascript = await javascriptOf(text, async (specifier) => {
        if (!specifier.startsWith(".")) return packageUrl(join(present, dirname(path)), specifier);
        const own = find(path, specifier);
        if (own === undefined) return specifier;
        found.add(own);
        const relative = posix.relative(posix.dirname(path), compiledPath(own));
        return relative.startsWith(".") ? relative : `./${relative}`;
      });
      writeFileSync(target, javascript);
    }
    next = [...found].filter((path) => !known.has(path));
  }
}

/** Returns the path of the JavaScript file of a module. */
export function compiledPath(source: string): string {
  return source.replace(/\.[mc]?ts$/, ".mjs");
}

/** Returns the source code of the modules that exist. */
async function textsOf(
  code: ProjectCode,
  planned: ReadonlyMap<string, PlannedFile>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const printed = await code.print(paths.flatMap((path) => planned.get(path) ?? []));
  const read = paths.filter((path) => !planned.has(path) && existsSync(join(code.root, path)));
  return new Map([
    ...printed.map(({ path, after = "" }) => [path, after] as const),
    ...read.map((path) => [path, readFileSync(join(code.root, path), "utf8")] as const),
  ]);
}

/** Returns the files to which an import path can refer, in their order of preference. */
function sourcesOf(path: string): readonly string[] {
  return [path.replace(/\.([mc]?)js$/, ".$1ts"), path, `${path}.ts`, `${path}/index.ts`].filter((one) =>
    /\.[mc]?ts$/.test(one),
  );
}

/**
 * Returns the URL of a package as resolved from the current project. Returns the specifier if the
 * package is not found.
 */
async function packageUrl(folder: string, specifier: string): Promise<string> {
  try {
    return await moduleUrl(folder, specifier);
  } catch {
    return specifier;
  }
}
