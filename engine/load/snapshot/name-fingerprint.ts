import { compiler } from "../syntax/compiler.js";
import { duplicateOf, isExportedName, isGeneric } from "../lower/declaration.js";
import type { Find, ResolvedName } from "../lower/find.js";
import type { DeclaredName, SourceFile } from "../syntax/source-file.js";

/**
 * A value that changes when the meaning of a name changes. As long as it is the same, code that
 * uses the name is unaffected. For plain types, the fingerprint is a text. For a generic, an enum
 * or a namespace, the fingerprint is the syntax itself, which changes with its file.
 */
export type NameFingerprint = string | DeclaredName | SourceFile | undefined;

/**
 * Returns the fingerprint of a resolved name. Two fingerprints are equal if `===` is true for them.
 */
export function fingerprintOfName(find: Find, resolved: ResolvedName | undefined): NameFingerprint {
  switch (resolved?.kind) {
    case undefined:
      return undefined;
    case "namespace":
      return resolved.file;
    case "declared":
      return isPlain(resolved.declared) ? nameOf(find, resolved.declared) : resolved.declared;
    case "module":
    case "no-export":
      return [resolved.kind, resolved.specifier, resolved.name].join(" ");
    case "no-file":
      return [resolved.kind, resolved.specifier].join(" ");
  }
}

function isPlain(declared: DeclaredName): boolean {
  return (
    !isGeneric(declared) &&
    declared.nodes.every((node) => compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node))
  );
}

function nameOf(find: Find, declared: DeclaredName): string {
  const { file, name } = declared;
  const known = find.runtimeName({ kind: "declared", declared }) ?? "";
  return ["declared", file.path, name, String(isExportedName(declared)), duplicateOf(find, declared) ?? "", known].join(
    " ",
  );
}
