import { compiler } from "../syntax/compiler.js";
import { duplicateOf, isExportedName, isGeneric } from "../lower/declaration.js";
import { runtimeName, type Resolved } from "../lower/resolve.js";
import type { Session } from "../session.js";
import type { Declared, SourceFile } from "../syntax/source-file.js";

/**
 * What those who write a name in a type know of it: text where the name alone counts. A generic, an
 * enum and whatever else somebody looks into stands for itself, so that it is another one once its
 * file is another one.
 */
export type Meaning = string | Declared | SourceFile | undefined;

export function meaningOf(session: Session, resolved: Resolved | undefined): Meaning {
  switch (resolved?.kind) {
    case undefined:
      return undefined;
    case "namespace":
      return resolved.file;
    case "declared":
      return isPlain(resolved.declared) ? nameOf(session, resolved.declared) : resolved.declared;
    case "module":
    case "no-export":
      return [resolved.kind, resolved.specifier, resolved.name].join(" ");
    case "no-file":
      return [resolved.kind, resolved.specifier].join(" ");
  }
}

function isPlain(declared: Declared): boolean {
  return (
    !isGeneric(declared) &&
    declared.nodes.every((node) => compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node))
  );
}

function nameOf(session: Session, declared: Declared): string {
  const { file, name } = declared;
  const known = runtimeName(session, { kind: "declared", declared }) ?? "";
  return [
    "declared",
    file.path,
    name,
    String(isExportedName(declared)),
    duplicateOf(session, declared) ?? "",
    known,
  ].join(" ");
}
