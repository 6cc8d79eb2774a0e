import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { findConfiguration, type FoundConfiguration } from "../../engine/config/find.js";
import { resolveProject } from "../../engine/config/project.js";
import { installedFolder } from "../../engine/base/installed.js";
import { apiVersionOf, internalVersion } from "../../engine/model/group-version.js";
import { siblingHub } from "../../engine/model/sibling-hub.js";
import type { Universe } from "../../engine/model/universe.js";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import type { RunResult } from "../../engine/run/run.js";
import { conversionGen } from "../../generators/markers/conversion.js";
import { ProblemsError, UsageError } from "./failure.js";
import { topLevelFolders } from "./init.js";
import { planProject } from "./plan-project.js";
import {
  handWrittenRegistrations,
  kindsOutsideOfHub,
  servedGroups,
  type ServedGroup,
  type ServedKind,
} from "./scaffold/server/groups.js";
import { importedGroups } from "./scaffold/server/package-modules.js";
import { createExample, strategiesPath } from "./scaffold/paths.js";
import { typeImport } from "./scaffold/server/sources.js";
import type { Terminal } from "./terminal.js";

/** The kinds for which a server or a controller of the project can be written. */
export interface ServedKinds {
  /** The project to which the programs are added, and its configuration. */
  readonly home: FoundConfiguration;
  /** The folders of types in the project; undefined if the types are in another package. */
  readonly folders: readonly string[] | undefined;
  readonly universe: Universe;
  /** The groups of the kinds; not empty. */
  readonly groups: readonly ServedGroup[];
}

/**
 * Returns the kinds of the project, or of another package, that a server can serve. Prints the
 * reasons why other kinds are not served.
 *
 * @param reader name of the program that needs the kinds, for the message, such as `A server`
 * @param from name of a package of the same workspace; undefined for the types of the project
 * itself
 * @throws UsageError if the package is not installed, or if no kind can be served
 * @throws ProblemsError if the types have errors
 * @throws InputError if the types of the package cannot be imported
 */
export async function servedKinds(terminal: Terminal, reader: string, from?: string): Promise<ServedKinds> {
  const home = findConfiguration(terminal.cwd);
  const folder = from === undefined ? terminal.cwd : installedFolder(home.root, from);
  if (folder === undefined)
    throw new UsageError(
      `${from ?? ""} is not installed in this project: add the workspace package to "dependencies" in package.json, and install it`,
    );
  const resolved = await resolveProject({ cwd: folder, paths: [] });
  if (resolved.kind === "usage") throw withoutKinds(terminal, reader, resolved.message);
  if (resolved.kind === "problems") throw new ProblemsError(resolved.problems, resolved.root);
  const { project } = resolved;
  const found = await planProject(project, "register");
  if (found.errors.length > 0) throw new ProblemsError(found.errors, project.root);
  const own = servedGroups(found, importedIn(home.root));
  terminal.err([...notServed(found), ...notImported(project.root, own)].join(""));
  if (own.length === 0)
    throw withoutKinds(terminal, reader, `no kinds with metadata were found in ${project.folders.join(", ")}`);
  const groups = from === undefined ? own : importedGroups(from, folder, own);
  return { home, folders: from === undefined ? topLevelFolders(project) : undefined, universe: found.universe, groups };
}

/**
 * Returns a function that reports whether the project's strategies already import the type of a
 * kind.
 */
function importedIn(root: string): (kind: ServedKind) => boolean {
  const file = join(root, strategiesPath);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return (kind) => text.includes(typeImport(kind));
}

/** Returns a message for each package or kind that is not served. */
function notServed(found: RunResult): string[] {
  const byHand = handWrittenRegistrations(found.universe).map(
    (file) =>
      `${file} is hand-written, so the server does not serve its kinds: remove the file, so that codegen generates it, ` +
      "or add the kinds to src/definition.ts\n",
  );
  const outside = kindsOutsideOfHub(found).map(({ name, groupVersion, hub: { group, version } }) => {
    const internal = version === internalVersion;
    const hub = internal ? `the internal hub of ${group}` : `${group}/${version}`;
    return `${name} of ${apiVersionOf(groupVersion)} is not served, because ${hub}, to which it would convert, does not have the kind: add the kind to the hub\n`;
  });
  return [...byHand, ...outside, ...withoutHub(found.universe)];
}

/** Returns a message for each version without a marker for its hub, such as an imported version. */
function withoutHub(universe: Universe): string[] {
  return Object.values(universe.packages).flatMap((pkg) => {
    if (pkg.kind !== "folder" || conversionGen.has(pkg)) return [];
    const hub = siblingHub(universe, pkg);
    if (hub === undefined) return [];
    return `${pkg.id} does not convert to ${hub.id}, so the server does not start: add +k8s:conversion-gen=${posix.relative(pkg.id, hub.id)} to ${pkg.id}/doc.ts\n`;
  });
}

/** Returns a message for each hand-written `install.ts` in a folder that codegen does not read. */
function notImported(root: string, groups: readonly ServedGroup[]): string[] {
  return groups.flatMap(({ installFile }) => {
    const own = posix.join(posix.dirname(installFile), "install.ts");
    if (own === installFile || !existsSync(join(root, own))) return [];
    return `${own} has no effect, because its folder has no doc.ts: add a doc.ts, or remove the file\n`;
  });
}

function withoutKinds({ cwd }: Terminal, reader: string, reason: string): UsageError {
  const example = packageManagerOf(cwd).codegen(createExample);
  return new UsageError(`${reason}\n${reader} requires a kind. First create one, for example:\n  ${example}`);
}
