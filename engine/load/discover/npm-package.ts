import { posix } from "node:path";
import { isRecord } from "../../util/is-record.js";
import { compilerOptionsOf } from "./tsconfig.js";
import type { FileSystem } from "../../base/file-system.js";
import { parseObject } from "../../base/json.js";
import { starIn } from "./paths.js";

/** A folder with a package.json that has a name. */
export interface NpmFolder {
  readonly folder: string;
  readonly name: string;
  readonly manifest: { readonly [key: string]: unknown };
}

/** Returns the npm package in a folder; undefined if the folder has no package.json with a name. */
export function readNpmFolder(fileSystem: FileSystem, folder: string): NpmFolder | undefined {
  const manifest = parseObject(fileSystem.read(posix.join(folder, "package.json")));
  return typeof manifest?.["name"] === "string" ? { folder, name: manifest["name"], manifest } : undefined;
}

/**
 * A specifier of a package, and the source files to which it may refer, with the most likely first.
 * The specifier and the paths can contain a `*`.
 */
interface Way {
  readonly specifier: string;
  readonly sources: readonly string[];
}

/**
 * Returns the existing source file to which a specifier of the package refers; undefined if none
 * exists.
 */
export function sourceFile(fileSystem: FileSystem, npm: NpmFolder, specifier: string): string | undefined {
  const ways = waysInto(fileSystem, npm);
  const exact = ways.filter((way) => way.specifier === specifier);
  const open = ways.flatMap((way) => {
    const rest = starIn(way.specifier, specifier);
    const sources = way.sources.map((source) => source.replaceAll("*", rest ?? ""));
    return rest === undefined ? [] : [{ before: way.specifier.indexOf("*"), sources }];
  });
  const [best] = open.sort((a, b) => b.before - a.before);
  const sources = exact.length > 0 ? exact.flatMap((way) => way.sources) : (best?.sources ?? []);
  return sources.find((path) => fileSystem.read(path) !== undefined);
}

/**
 * Returns the specifiers of a package with their source files. For a specifier that is a pattern,
 * the result has one specifier for each of the given files that match the pattern.
 */
export function waysTo(
  fileSystem: FileSystem,
  npm: NpmFolder,
  files: readonly string[],
): { readonly specifier: string; readonly file: string }[] {
  return waysInto(fileSystem, npm).flatMap(({ specifier, sources }) => {
    if (!specifier.includes("*")) {
      const file = sources.find((path) => fileSystem.read(path) !== undefined);
      return file === undefined ? [] : [{ specifier, file }];
    }
    return files.flatMap((file) => {
      const rest = sources.map((source) => starIn(source, file)).find((part) => part !== undefined);
      return rest === undefined ? [] : [{ specifier: specifier.replace("*", rest), file }];
    });
  });
}

function waysInto(fileSystem: FileSystem, npm: NpmFolder): Way[] {
  const { name, manifest } = npm;
  const { exports } = manifest;
  const way = (subpath: string, target: unknown): Way => ({
    specifier: posix.join(name, subpath),
    sources: targetsIn(target).flatMap((path) => sourcesOf(fileSystem, npm, path)),
  });
  if (isRecord(exports) && Object.keys(exports).some((key) => key.startsWith(".")))
    return Object.entries(exports).map(([subpath, target]) => way(subpath, target));
  if (exports !== undefined) return [way(".", exports)];
  // Without `exports`, code can import every file of the package by its path. If a bundler resolves
  // the import, the path can omit the file ending.
  const main = [manifest["types"], manifest["typings"], manifest["main"], "./index.js"];
  return [way(".", main), way("./*.js", "./*.js"), way("./*", ["./*", "./*.js", "./*/index.js"])];
}

/**
 * Returns all files in an `exports` entry for any condition: TypeScript sources first, then
 * declaration files, then other files.
 */
function targetsIn(target: unknown): string[] {
  const all = textsIn(target);
  const rank = (path: string): number => (/\.d\.[cm]?ts$/.test(path) ? 1 : /\.[cm]?tsx?$/.test(path) ? 0 : 2);
  return all
    .map((path, index) => ({ path, index }))
    .sort((a, b) => rank(a.path) - rank(b.path) || a.index - b.index)
    .map(({ path }) => path);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Returns the paths, relative to the root, of the source files from which a file of the package may
 * be compiled.
 */
function sourcesOf(fileSystem: FileSystem, npm: NpmFolder, target: string): string[] {
  const path = posix.normalize(target);
  if (path.startsWith("..") || path.endsWith(".json")) return [];
  if (/(?<!\.d)\.[cm]?ts$/.test(path)) return [posix.join(npm.folder, path)];
  const stem = path.replace(/(\.d)?\.[cm]?[jt]sx?$/, "");
  const built = outputFolders(fileSystem, npm).flatMap(({ out, source }) =>
    stem.startsWith(`${out}/`) ? [posix.join(source, stem.slice(out.length + 1))] : [],
  );
  return [...new Set([...built, stem])]
    .flatMap((part) => [`${part}.ts`, `${part}.mts`])
    .map((part) => posix.join(npm.folder, part));
}

/**
 * Returns pairs of an output folder and its source folder, relative to the package. Pairs from the
 * package's compiler configurations come first, then common pairs such as `dist` and `src`.
 */
function outputFolders(
  fileSystem: FileSystem,
  { folder }: NpmFolder,
): { readonly out: string; readonly source: string }[] {
  const configs = (fileSystem.list(folder) ?? []).filter(
    ({ name, folder: isFolder }) => !isFolder && /^tsconfig(\..+)?\.json$/.test(name),
  );
  const configured = configs.flatMap(({ name }) => {
    const options = compilerOptionsOf(fileSystem, posix.join(folder, name));
    const option = (key: string): string | undefined => {
      const found = options.find(({ compilerOptions }) => typeof compilerOptions[key] === "string");
      return found === undefined
        ? undefined
        : posix.relative(folder, posix.join(posix.dirname(found.file), String(found.compilerOptions[key])));
    };
    const source = option("rootDir");
    const outs = [option("declarationDir"), option("outDir")].filter((out) => out !== undefined);
    return outs.flatMap((out) =>
      (source === undefined ? [".", "src"] : [source]).map((from) => ({ out, source: from || "." })),
    );
  });
  const usual = ["dist", "lib", "build", "out"].flatMap((out) => [".", "src"].map((source) => ({ out, source })));
  return [...configured, ...usual];
}
