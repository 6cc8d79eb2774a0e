import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isRecord } from "../../util/is-record.js";
import type { Generator } from "../../plan/generator.js";
import { packageManagerOf } from "../../base/package-manager.js";
import { archivedModule } from "../../base/plug-and-play.js";
import { relativePath } from "../../util/relative-path.js";
import { pluginFiles } from "./plugin-files.js";

/** A custom generator, and the files on which its output depends. */
export interface Plugin {
  readonly generator: Generator;
  /** Path of the generator's module, relative to the root. */
  readonly entry: string;
  /**
   * Paths of the generator's files, relative to the root. A change of one of these files can change
   * the generator's output.
   */
  readonly files: readonly string[];
  /** True if the output can also depend on files that are not in `files`. */
  readonly hasUnknown: boolean;
}

/**
 * Loads a custom generator. Returns the problem as a string if the module does not exist or is not
 * a valid generator.
 */
export async function loadPlugin(root: string, specifier: string): Promise<Plugin | string> {
  let url: string | undefined;
  let module: unknown;
  if (isPath(specifier) && !existsSync(resolve(root, specifier.replaceAll("\\", "/"))))
    return `the file ${specifier} does not exist`;
  try {
    url = await moduleUrl(root, specifier);
    module = await import(url);
  } catch (error) {
    if (url === undefined && isRecord(error) && error["code"] === "ERR_MODULE_NOT_FOUND") {
      const [name = specifier] = /^(@[^/]*\/)?[^/]*/.exec(specifier) ?? [];
      return `${name} is not installed: ${packageManagerOf(root).add([name], "development")}`;
    }
    return `${specifier} can't be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
  const exported = isRecord(module) ? (module["generator"] ?? module["default"]) : undefined;
  if (!isRecord(exported))
    return `${specifier} exports no generator: export a Generator as "generator" or as its default`;
  if (!isGenerator(exported))
    return `the generator of ${specifier} needs the properties ${wrongProperties(exported).join(", ")}`;
  const entry = fileURLToPath(url);
  const { files, hasUnknown } = pluginFiles(root, entry, exported);
  return {
    generator: exported,
    entry: relativePath(root, entry),
    files: files.map((file) => relativePath(root, file)),
    hasUnknown,
  };
}

function isPath(specifier: string): boolean {
  return /^\.{0,2}[\\/]/.test(specifier);
}

/**
 * Returns the URL of the module to which a specifier in an ES module refers.
 *
 * @param folder folder of the importing module
 * @throws Error if the package is not installed
 */
export async function moduleUrl(folder: string, specifier: string): Promise<string> {
  if (isPath(specifier)) return pathToFileURL(resolve(folder, specifier.replaceAll("\\", "/"))).href;
  const archived = archivedModule(folder, specifier);
  if (archived !== undefined) return pathToFileURL(archived).href;
  const { resolve: resolveModule } = await import("import-meta-resolve");
  return resolveModule(specifier, pathToFileURL(join(folder, "package.json")).href);
}

/** The required properties of a generator: a description of the value, and a check. */
const required: Readonly<Record<string, readonly [string, (value: unknown) => boolean]>> = {
  name: ["a string", (value) => typeof value === "string"],
  description: ["a string", (value) => typeof value === "string"],
  outputs: ["an object", isRecord],
  markers: ["a list", Array.isArray],
  templates: ["a URL", (value) => value instanceof URL],
  plan: ["a function", (value) => typeof value === "function"],
};

function wrongProperties(value: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(required).flatMap(([name, [type, holds]]) => (holds(value[name]) ? [] : [`${name} (${type})`]));
}

function isGenerator(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & Generator {
  return wrongProperties(value).length === 0;
}
