import type { ts } from "ts-morph";
import { remedy } from "../../fix/fix.js";
import { isScalarName } from "../../model/scalars.js";
import { nearest } from "../../util/nearest.js";
import type { Type, TypeId } from "../../model/universe.js";
import { findAlias } from "../discover/aliases.js";
import { isInstalled, readModule } from "../discover/module.js";
import { npmPackage, packageOf } from "../discover/paths.js";
import { plainAlias } from "./plain-alias.js";
import { importFrom, renameImported, runtimeNames } from "./repairs.js";
import { runtimePackage } from "../../runtime-package.js";
import { report, type Scope } from "./scope.js";
import type { TypeTable } from "./type-table.js";

/**
 * A type of another npm package: only its name is known, and of an alias of text, a number or
 * literals what it stands for.
 */
export function moduleType(
  node: ts.Node,
  from: { readonly specifier: string; readonly name: string },
  args: readonly ts.TypeNode[],
  scope: Scope,
): Type | undefined {
  const { specifier, name } = from;
  if (!/^(@[\w.-]+\/)?[\w.-]+(\/|$)/.test(specifier)) {
    if (!reportAlias(node, specifier, scope)) {
      report(
        scope,
        node,
        "unresolved-import",
        `"${specifier}" is neither a file nor an npm package`,
        "import types by a relative path, or from a package",
      );
    }
    return undefined;
  }
  // A signature names types like fast-check's Arbitrary: its thousand files need not be read for
  // that.
  if (scope.signature && isInstalled(scope.session, specifier, packageOf(scope.file.path)))
    return { kind: "ref", to: addModuleType(scope.table, specifier, name) };
  if (/^@apimachinery\/(codegen|client|apiserver)$/.test(specifier) && (isScalarName(name) || runtimeNames.has(name))) {
    const text = `import it from "${runtimePackage}"`;
    report(
      scope,
      node,
      "unresolved-import",
      `"${specifier}" has no type ${name}`,
      remedy({ text, edits: importFrom(scope.file, specifier, runtimePackage) }),
    );
    return undefined;
  }
  const found = readModule(scope.session, specifier, packageOf(scope.file.path));
  scope.session.named.add(specifier);
  scope.table.lookInto(scope.package, moduleId(specifier));
  if (found === undefined) {
    if (reportAlias(node, specifier, scope)) return undefined;
    report(
      scope,
      node,
      "not-installed",
      `\`${name}\` comes from "${specifier}", which is not installed`,
      `npm i ${npmPackage(specifier)}`,
    );
    return undefined;
  }
  if (found.types !== undefined && !found.types.has(name)) {
    const meant = nearest(name, found.types);
    report(
      scope,
      node,
      "unresolved-import",
      `"${specifier}" exports no type \`${name}\``,
      meant === undefined
        ? "correct the import"
        : remedy({ text: `did you mean ${meant}?`, edits: renameImported(scope.file, specifier, name, meant) }),
    );
    return undefined;
  }
  if (args.length > 0 && specifier !== runtimePackage) {
    report(
      scope,
      node,
      "opaque-generic",
      `\`${name}\` is a generic type of the package "${specifier}", of which only the name is known`,
      "declare an interface of your own with its fields",
    );
    return undefined;
  }
  const plain = found.entry === undefined ? undefined : plainAlias(scope.session, found.entry, name);
  return plain ?? { kind: "ref", to: addModuleType(scope.table, specifier, name) };
}

/** @returns whether the import is an alias */
function reportAlias(node: ts.Node, specifier: string, scope: Scope): boolean {
  const alias = findAlias(scope.session.fileSystem, scope.file.path, specifier);
  if (alias === undefined) return false;
  const { relative } = alias;
  const advice =
    relative === undefined
      ? "import types by a relative path, or from a package"
      : remedy({
          text: `import it from ${JSON.stringify(relative)}`,
          edits: importFrom(scope.file, specifier, relative),
        });
  report(
    scope,
    node,
    "unresolved-import",
    `"${specifier}" is an alias by ${alias.said}, which codegen does not follow`,
    advice,
  );
  return true;
}

/** What stands for all of a module where types are meant. */
export function moduleId(specifier: string): TypeId {
  return `${specifier}#`;
}

/** A type of the runtime that expressions refer to. */
export function runtimeTypeId(table: TypeTable, name: string): TypeId {
  return addModuleType(table, runtimePackage, name);
}

export function addModuleType(table: TypeTable, specifier: string, name: string): TypeId {
  return table.add({
    id: `${specifier}#${name}`,
    package: specifier,
    name,
    file: specifier,
    position: { file: specifier, line: 1, column: 1 },
    exported: true,
    markers: [],
    description: "",
    lower: () => ({ kind: "opaque" }),
  });
}
