import { posix } from "node:path";
import type { ts } from "ts-morph";
import type { FileSystem } from "../../base/file-system.js";
import { compiler } from "../syntax/compiler.js";

/**
 * The settings of a tsconfig.json that affect imports. The values of `paths` are relative to
 * `baseUrl`.
 */
export interface ImportSettings {
  /** A folder, relative to the root. */
  readonly baseUrl: string;
  readonly paths?: { readonly [pattern: string]: string[] };
}

/**
 * Compiler options for module resolution. With them, the compiler finds the same files as a bundler
 * or Node.
 */
const rules: ts.CompilerOptions = {
  module: compiler.ModuleKind.ESNext,
  moduleResolution: compiler.ModuleResolutionKind.Bundler,
  customConditions: ["node"],
};

/**
 * The module resolution of the compiler. It looks up files in the file system of the run, which
 * records the look-ups, so that a later run notices when a missing file appears.
 */
export class Resolver {
  /** Absolute path of the root, with forward slashes. */
  readonly #root: string;
  readonly #host: ts.ModuleResolutionHost;
  readonly #cache = compiler.createModuleResolutionCache("/", (path) => path, rules);
  /**
   * The resolved paths. They are stored because a program resolves the same file once for each name
   * that it imports.
   */
  readonly #found = new Map<string, string | undefined>();

  constructor(
    private readonly fileSystem: FileSystem,
    root: string,
  ) {
    this.#root = posix.join("/", ...root.split(/[\\/]/));
    this.#host = {
      fileExists: (path) => this.#existing(this.#relative(path)) !== undefined,
      readFile: (path) => fileSystem.read(this.#relative(path)),
    };
  }

  /**
   * Returns the path of the TypeScript file to which a specifier refers; undefined if no such file
   * exists.
   *
   * @param from path of the importing file
   */
  find(from: string, specifier: string): string | undefined {
    const folder = posix.dirname(from);
    const key = specifier.startsWith(".") ? posix.join(folder, specifier) : `${folder}\n${specifier}`;
    if (!this.#found.has(key))
      this.#found.set(
        key,
        this.#path(compiler.resolveModuleName(specifier, this.#absolute(from), rules, this.#host, this.#cache)),
      );
    return this.#found.get(key);
  }

  /**
   * Returns the path of the TypeScript file to which a specifier refers with the given settings;
   * undefined if no such file exists.
   */
  findWith({ baseUrl, paths }: ImportSettings, from: string, specifier: string): string | undefined {
    const options = { ...rules, baseUrl: this.#absolute(baseUrl), ...(paths === undefined ? {} : { paths }) };
    return this.#path(compiler.resolveModuleName(specifier, this.#absolute(from), options, this.#host));
  }

  #path({ resolvedModule }: ts.ResolvedModuleWithFailedLookupLocations): string | undefined {
    return resolvedModule === undefined ? undefined : this.#existing(this.#relative(resolvedModule.resolvedFileName));
  }

  /**
   * Returns the path if a TypeScript file or a package.json exists there. For a declaration file in
   * `dist` of a workspace package that is not built yet, returns the source file. Returns undefined
   * if neither exists.
   */
  #existing(path: string): string | undefined {
    if (!/\.[cm]?ts$|(^|\/)package\.json$/.test(path)) return undefined;
    const source = path.replace(/\/dist\/(.*)\.d\.ts$/, "/$1.ts");
    return [path, source].find((candidate) => this.fileSystem.read(candidate) !== undefined);
  }

  #absolute(path: string): string {
    return posix.join(this.#root, path);
  }

  #relative(path: string): string {
    return path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length + 1) : posix.relative(this.#root, path);
  }
}
