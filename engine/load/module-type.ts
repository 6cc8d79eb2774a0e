import type { ts } from "ts-morph";
import { nearest } from "../nearest.js";
import type { Type, TypeId } from "../model/universe.js";
import { isInstalled, npmPackage, readModule } from "./module.js";
import { runtimePackage, type Session } from "./session.js";
import { report, type Scope, type TypeTable } from "./type-table.js";

/** A type of another npm package: only its name is known. */
export function moduleType(node: ts.Node, from: { readonly specifier: string; readonly name: string }, scope: Scope): Type | undefined {
  const { specifier, name } = from;
  if (!/^(@[\w.-]+\/)?[\w.-]+(\/|$)/.test(specifier)) {
    const what = isAlias(scope.session, specifier) ? alias : "neither a file nor an npm package";
    report(scope, node, "unresolved-import", `"${specifier}" is ${what}`, "import types by a relative path, or from a package");
    return undefined;
  }
  // A signature names types like fast-check's Arbitrary: its thousand files need not be read for that.
  if (scope.signature && isInstalled(scope.session, specifier)) return { kind: "ref", to: addModuleType(scope.table, specifier, name) };
  const found = readModule(scope.session, specifier);
  if (found === undefined && isAlias(scope.session, specifier)) {
    report(scope, node, "unresolved-import", `"${specifier}" is ${alias}`, "import types by a relative path, or from a package");
    return undefined;
  }
  if (found === undefined) {
    report(scope, node, "not-installed", `\`${name}\` comes from "${specifier}", which is not installed`, `npm i ${npmPackage(specifier)}`);
    return undefined;
  }
  if (found.types !== undefined && !found.types.has(name)) {
    const meant = nearest(name, found.types);
    report(
      scope,
      node,
      "unresolved-import",
      `"${specifier}" exports no type \`${name}\``,
      meant === undefined ? "correct the import" : `did you mean ${meant}?`,
    );
    return undefined;
  }
  return { kind: "ref", to: addModuleType(scope.table, specifier, name) };
}

const alias = "an alias of tsconfig.json, which codegen does not follow";

/** Whether `paths` of the project's tsconfig.json may mean it. Read as text: where it is none, a package is missing as well. */
function isAlias(session: Session, specifier: string): boolean {
  const text = session.fileSystem.read("tsconfig.json") ?? "";
  const keys = [...text.matchAll(/"([^"\n]+)"\s*:\s*\[/g)].flatMap(([, key]) => key ?? []);
  return keys.some((key) => key === specifier || (key.endsWith("/*") && specifier.startsWith(key.slice(0, -1))));
}

/** A type of the runtime that expressions refer to. */
export function runtimeTypeId(table: TypeTable, name: string): TypeId {
  return addModuleType(table, runtimePackage, name);
}

function addModuleType(table: TypeTable, specifier: string, name: string): TypeId {
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
