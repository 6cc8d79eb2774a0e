import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { isRecord } from "../../../engine/util/is-record.js";
import { packageManagerOf } from "../../../engine/base/package-manager.js";
import { generatedBy } from "../../../engine/write/header.js";
import { UsageError } from "../failure.js";
import type { ScaffoldChanges } from "./files.js";

/** npm scripts by name. */
export interface Scripts {
  readonly [name: string]: string;
}

/** npm scripts that are added to a project with generated code. */
export const projectScripts: Scripts = {
  generate: "codegen",
  "verify-generated": "codegen --check",
  build: "codegen && tsc",
  test: "codegen && vitest run",
};

/** Scripts of a package whose types are in another package, where codegen runs instead. */
const scriptsWithoutTypes: Scripts = { build: "tsc", test: "vitest run" };

const runServer: Scripts = {
  start: "node --enable-source-maps dist/src/main.js",
  dev: "codegen dev dist/src/main.js --bind-address=127.0.0.1 --write-kubeconfig=kubeconfig",
};

/** npm scripts that are added to a project with a server. */
export const serverScripts: Scripts = { ...projectScripts, ...runServer };

/** npm scripts that are added to a project with a server of types in another package. */
export const serverScriptsWithoutTypes: Scripts = { ...scriptsWithoutTypes, ...runServer };

/** npm scripts that are added to a project with a controller. */
export const controllerScripts: Scripts = {
  ...projectScripts,
  "start:controller": "node --enable-source-maps dist/src/controllers/main.js",
  "dev:controller": "codegen dev dist/src/controllers/main.js --kubeconfig=kubeconfig",
};

/**
 * The order of new scripts in package.json, independent of the order in which commands add them.
 */
const scriptOrder: readonly string[] = Object.keys({ ...serverScripts, ...controllerScripts });

/** The placeholder script `test` that `npm init` writes. */
const placeholder = `echo "Error: no test specified" && exit 1`;

/** The change of a package.json by a command. */
export interface ManifestChange extends ScaffoldChanges {
  /** Line of output that describes the change, or states that the existing file is kept. */
  readonly line: string;
  /**
   * The scripts that are not added, because package.json has a different script of the same name.
   */
  readonly kept: Scripts;
}

/**
 * Returns the change that adds the scripts to package.json or creates the file. Existing scripts
 * with the same names are kept, except defaults of npm and shorter defaults of codegen.
 *
 * @param folders names of folders whose code consists of ES modules
 * @throws UsageError if the file is not a JSON object
 */
export function withScripts(root: string, scripts: Scripts, folders: readonly string[] = []): ManifestChange {
  const path = "package.json";
  const file = join(root, path);
  if (!existsSync(file)) {
    const manifest = { name: npmPackageName(root), private: true, type: "module", scripts };
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    return { files: [{ path, text }], line: `created ${path}`, kept: {} };
  }
  const before = readFileSync(file, "utf8");
  const manifest = parse(before);
  if (manifest === undefined) throw new UsageError(`${problemIn(before)}; nothing was changed`);
  const known = isRecord(manifest["scripts"]) ? manifest["scripts"] : {};
  const other = Object.keys(scripts).filter((name) => !includes(known[name], name, scripts[name]));
  const missing = other.filter((name) => isReplaceable(known[name], name));
  const kept = pick(
    scripts,
    other.filter((name) => !missing.includes(name)),
  );
  // The type of the package can be changed to "module" if no hand-written script outside of the
  // folders of types depends on the current type. A new package can have the type "commonjs",
  // because `npm init` of npm 11 writes it.
  const fresh = manifest["type"] !== "module" && !hasScripts(root, folders);
  if (missing.length === 0 && !fresh) return { files: [], line: `exists  ${path}`, kept };
  const added = pick(scripts, missing);
  const indent = /^[ \t]+(?=")/m.exec(before)?.[0] ?? 2;
  const changed = { ...manifest, ...(fresh ? { type: "module" } : {}), scripts: inserted(known, added) };
  const { run } = packageManagerOf(root);
  const done = [...missing.map(run), ...(fresh ? [`"type": "module"`] : [])];
  return {
    files: [],
    edits: [{ path, before, after: `${JSON.stringify(changed, undefined, indent)}\n` }],
    line: `updated ${path}: ${done.join(", ")}`,
    kept,
  };
}

/** Reports whether an existing script is equal to a new script, or includes its command. */
function includes(known: unknown, name: string, wanted: string | undefined): boolean {
  return known === wanted || (wanted === scriptsWithoutTypes[name] && known === projectScripts[name]);
}

/**
 * Reports whether a script is missing, or is a default that codegen or npm wrote and that a longer
 * script may replace.
 */
function isReplaceable(known: unknown, name: string): boolean {
  return known === undefined || known === placeholder || known === scriptsWithoutTypes[name];
}

/**
 * Returns the known scripts in their order. Each new script is inserted before the scripts that
 * follow it in `scriptOrder`.
 */
function inserted(known: { readonly [name: string]: unknown }, added: Scripts): { readonly [name: string]: unknown } {
  const names = Object.keys(known);
  for (const name of Object.keys(added).filter((each) => !names.includes(each))) {
    const later = scriptOrder.slice(scriptOrder.indexOf(name));
    const index = names.findIndex((each) => later.includes(each));
    names.splice(index === -1 ? names.length : index, 0, name);
  }
  return Object.fromEntries(names.map((name) => [name, added[name] ?? known[name]]));
}

/** Returns a message with the reason why the content of a package.json is not a JSON object. */
function problemIn(text: string): string {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return "package.json must be a JSON object: write { } around its content";
  } catch (error) {
    return `package.json is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function pick(scripts: Scripts, names: readonly string[]): Scripts {
  return Object.fromEntries(Object.entries(scripts).filter(([name]) => names.includes(name)));
}

/**
 * Returns the name in package.json without its scope. If the file or the name is missing, returns
 * the name of the folder.
 */
export function projectName(root: string): string {
  const name = manifestIn(root)?.["name"];
  return (typeof name === "string" ? name : npmPackageName(root)).replace(/^.*\//, "");
}

/**
 * Returns the file paths in the dependencies of package.json, without duplicates. For example, the
 * path of the version `file:packages/x.tgz` is `packages/x.tgz`.
 */
export function localPackages(root: string): string[] {
  const manifest = manifestIn(root);
  const versions = [manifest?.["dependencies"], manifest?.["devDependencies"]].flatMap((found) =>
    isRecord(found) ? Object.values(found) : [],
  );
  const paths = versions.flatMap((version) => {
    const path = typeof version === "string" ? /^file:(.+)$/.exec(version)?.[1] : undefined;
    return path === undefined ? [] : [posix.normalize(path.replaceAll("\\", "/")).replace(/\/$/, "")];
  });
  return [...new Set(paths)];
}

/** Reports whether package.json has a script of the given name. */
export function hasScript(root: string, name: string): boolean {
  const scripts = manifestIn(root)?.["scripts"];
  return isRecord(scripts) && scripts[name] !== undefined;
}

/** Reports whether package.json has `exports`, which other packages can import. */
export function hasExports(root: string): boolean {
  return manifestIn(root)?.["exports"] !== undefined;
}

/** Returns the package.json of a folder; undefined if it is missing or is not a JSON object. */
function manifestIn(root: string): { readonly [key: string]: unknown } | undefined {
  const file = join(root, "package.json");
  return existsSync(file) ? parse(readFileSync(file, "utf8")) : undefined;
}

/**
 * Reports whether package.json declares the folder's code as ES modules, which generated code
 * requires.
 */
export function isModule(root: string): boolean {
  return manifestIn(root)?.["type"] === "module";
}

/** Reports whether a folder contains hand-written scripts outside of the skipped subfolders. */
function hasScripts(folder: string, skipped: readonly string[] = []): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    const isSkipped = /^(\..*|node_modules|dist)$/.test(entry.name) || skipped.includes(entry.name);
    if (entry.isDirectory()) return !isSkipped && hasScripts(path);
    return /(?<!\.d)\.[jt]sx?$/.test(entry.name) && generatedBy(readFileSync(path, "utf8")) === undefined;
  });
}

function parse(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a valid npm package name, derived from the name of the folder. */
export function npmPackageName(root: string): string {
  return (
    basename(root)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "api"
  );
}
