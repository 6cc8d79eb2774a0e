import { runtimePackage } from "../../base/runtime-package.js";
import type { Files } from "../files.js";
import type { Packages } from "../packages.js";
import type { DeclaredName, SourceFile } from "../syntax/source-file.js";

/** The declaration or export to which a name in a file refers, or the reason why none was found. */
export type ResolvedName =
  | { readonly kind: "declared"; readonly declared: DeclaredName }
  /** A name that another npm package exports. The name `*` is the whole module. */
  | { readonly kind: "module"; readonly specifier: string; readonly name: string }
  /** A namespace import of a file of the project. */
  | { readonly kind: "namespace"; readonly file: SourceFile }
  | { readonly kind: "no-file"; readonly specifier: string }
  | { readonly kind: "no-export"; readonly specifier: string; readonly name: string };

/** Finds the declarations and exports to which names in files refer. */
export class Find {
  readonly #names = new Map<SourceFile, Map<string, ResolvedName | undefined>>();

  constructor(
    private readonly files: Files,
    private readonly packages: Packages,
  ) {}

  /**
   * Resolves `Name` or `namespace.Name`. Returns undefined if the file neither declares nor imports
   * the first part, or if the first part of `namespace.Name` is not an imported namespace.
   */
  name(file: SourceFile, names: readonly string[]): ResolvedName | undefined {
    const known = this.#names.get(file) ?? new Map<string, ResolvedName | undefined>();
    this.#names.set(file, known);
    const key = names.join(".");
    if (!known.has(key)) known.set(key, this.#path(file, names));
    return known.get(key);
  }

  /**
   * Resolves a name that a file exports. Returns undefined if the file does not exist or does not
   * export the name.
   */
  exported(path: string, name: string): ResolvedName | undefined {
    const file = this.files.file(path);
    return file === undefined ? undefined : this.#export(file, name, new Set());
  }

  /**
   * Returns the name of a type if the runtime declares it, such as `int32` or `TypeMeta`;
   * otherwise, returns undefined.
   */
  runtimeName(resolved: ResolvedName): string | undefined {
    if (resolved.kind === "module") {
      const { specifier, name } = resolved;
      return specifier === runtimePackage || specifier.startsWith(`${runtimePackage}/`) ? name : undefined;
    }
    if (resolved.kind === "declared" && this.packages.isRuntime(resolved.declared.file.path))
      return resolved.declared.name;
    return undefined;
  }

  #path(file: SourceFile, names: readonly string[]): ResolvedName | undefined {
    const [first = "", ...rest] = names;
    let found = this.#local(file, first, new Set());
    for (const name of rest) {
      if (found?.kind === "namespace") {
        found = this.#export(found.file, name, new Set()) ?? { kind: "no-export", specifier: found.file.path, name };
      } else if (found?.kind === "module" && found.name === "*") found = { ...found, name };
      else return found?.kind === "no-file" ? found : undefined;
    }
    return found;
  }

  /**
   * Resolves a name that a file exports, and follows re-exports.
   *
   * @param seen exports that are already being resolved, to detect cycles
   */
  #export(file: SourceFile, name: string, seen: Set<string>): ResolvedName | undefined {
    const key = `${file.path}#${name}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    const entry = file.exports.get(name);
    if (entry !== undefined) {
      return entry.specifier === undefined
        ? this.#local(file, entry.name, seen)
        : this.#follow(file, entry.specifier, entry.name, seen);
    }
    for (const { specifier } of file.stars) {
      const found = this.#follow(file, specifier, name, seen);
      if (found.kind !== "no-export" && found.kind !== "no-file") return found;
    }
    return undefined;
  }

  #local(file: SourceFile, name: string, seen: Set<string>): ResolvedName | undefined {
    const declared = file.declared.get(name);
    if (declared !== undefined) return { kind: "declared", declared };
    const imported = file.imports.get(name);
    return imported === undefined ? undefined : this.#follow(file, imported.specifier, imported.name, seen);
  }

  #follow(from: SourceFile, specifier: string, name: string, seen: Set<string>): ResolvedName {
    const linked = specifier.startsWith(".") ? undefined : this.packages.linked(from.path, specifier);
    if (!specifier.startsWith(".") && linked === undefined) return { kind: "module", specifier, name };
    // Generated files are not resolved, because their content depends on the types that are being
    // read.
    const isGenerated = /(^|\/)zz_generated\./.test(linked ?? specifier);
    const file = isGenerated
      ? undefined
      : linked === undefined
        ? this.files.resolve(from, specifier)
        : this.files.file(linked);
    if (file === undefined) return { kind: "no-file", specifier };
    if (name === "*") return { kind: "namespace", file };
    return this.#export(file, name, seen) ?? missing(file, specifier, name);
  }
}

/**
 * Returns the declaration of a name that the file declares but does not export, so that the caller
 * can report a more precise problem. Otherwise, returns the result `no-export`.
 */
function missing(file: SourceFile, specifier: string, name: string): ResolvedName {
  const declared = file.declared.get(name);
  return declared === undefined ? { kind: "no-export", specifier, name } : { kind: "declared", declared };
}
