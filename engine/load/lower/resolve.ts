import { runtimePackage } from "../../base/runtime-package.js";
import type { Session } from "../session.js";
import type { Declared, SourceFile } from "../syntax/source-file.js";

/** The declaration or export that a name in a file refers to. */
export type Resolved =
  | { readonly kind: "declared"; readonly declared: Declared }
  /** A name that another npm package exports; `*` for the whole module. */
  | { readonly kind: "module"; readonly specifier: string; readonly name: string }
  /** A namespace import of a file of the project. */
  | { readonly kind: "namespace"; readonly file: SourceFile }
  | { readonly kind: "no-file"; readonly specifier: string }
  | { readonly kind: "no-export"; readonly specifier: string; readonly name: string };

/** The names of a file that are already resolved. */
export type ResolvedNames = Map<string, Resolved | undefined>;

/**
 * Resolves `Name` or `namespace.Name`. Returns undefined if the file neither declares nor imports
 * it.
 */
export function resolveName(session: Session, file: SourceFile, names: readonly string[]): Resolved | undefined {
  const known = session.names.get(file) ?? (new Map() as ResolvedNames);
  session.names.set(file, known);
  const key = names.join(".");
  if (!known.has(key)) known.set(key, resolvePath(session, file, names));
  return known.get(key);
}

function resolvePath(session: Session, file: SourceFile, names: readonly string[]): Resolved | undefined {
  const [first = "", ...rest] = names;
  let found = resolveLocal(session, file, first, new Set());
  for (const name of rest) {
    if (found?.kind === "namespace") {
      found = resolveExport(session, found.file, name, new Set()) ?? {
        kind: "no-export",
        specifier: found.file.path,
        name,
      };
    } else if (found?.kind === "module" && found.name === "*") found = { ...found, name };
    else return found?.kind === "no-file" ? found : undefined;
  }
  return found;
}

/** Returns the name of a type of the runtime, `int32` or `TypeMeta`; undefined for other types. */
export function runtimeName(session: Session, resolved: Resolved): string | undefined {
  if (resolved.kind === "module") {
    const { specifier, name } = resolved;
    return specifier === runtimePackage || specifier.startsWith(`${runtimePackage}/`) ? name : undefined;
  }
  if (resolved.kind === "declared" && session.isRuntime(resolved.declared.file.path)) return resolved.declared.name;
  return undefined;
}

/**
 * Resolves a name that a file exports, and follows re-exports.
 *
 * @param seen the exports that are being resolved, to detect cycles
 */
export function resolveExport(
  session: Session,
  file: SourceFile,
  name: string,
  seen: Set<string>,
): Resolved | undefined {
  const key = `${file.path}#${name}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  const entry = file.exports.get(name);
  if (entry !== undefined) {
    return entry.specifier === undefined
      ? resolveLocal(session, file, entry.name, seen)
      : follow(session, file, entry.specifier, entry.name, seen);
  }
  for (const { specifier } of file.stars) {
    const found = follow(session, file, specifier, name, seen);
    if (found.kind !== "no-export" && found.kind !== "no-file") return found;
  }
  return undefined;
}

function resolveLocal(session: Session, file: SourceFile, name: string, seen: Set<string>): Resolved | undefined {
  const declared = file.declared.get(name);
  if (declared !== undefined) return { kind: "declared", declared };
  const imported = file.imports.get(name);
  return imported === undefined ? undefined : follow(session, file, imported.specifier, imported.name, seen);
}

function follow(session: Session, from: SourceFile, specifier: string, name: string, seen: Set<string>): Resolved {
  const linked = specifier.startsWith(".") ? undefined : session.linked(from.path, specifier);
  if (!specifier.startsWith(".") && linked === undefined) return { kind: "module", specifier, name };
  // Names of generated files are not resolved, because the content of generated files depends on
  // the types that are being read.
  const isGenerated = /(^|\/)zz_generated\./.test(linked ?? specifier);
  const file = isGenerated ? undefined : linked === undefined ? session.resolve(from, specifier) : session.file(linked);
  if (file === undefined) return { kind: "no-file", specifier };
  if (name === "*") return { kind: "namespace", file };
  return resolveExport(session, file, name, seen) ?? missing(file, specifier, name);
}

/**
 * Returns a declaration that is not exported, if the file has one of that name. The caller can then
 * report a more precise problem for the reference.
 */
function missing(file: SourceFile, specifier: string, name: string): Resolved {
  const declared = file.declared.get(name);
  return declared === undefined ? { kind: "no-export", specifier, name } : { kind: "declared", declared };
}
