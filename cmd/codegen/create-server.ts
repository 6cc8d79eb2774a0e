import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { resolveProject } from "../../engine/config/project.js";
import { apiVersionOf, internalVersion } from "../../engine/model/group-version.js";
import { siblingHub } from "../../engine/model/sibling-hub.js";
import type { Universe } from "../../engine/model/universe.js";
import { packageManagerOf } from "../../engine/package-manager.js";
import { run, type RunResult } from "../../engine/run.js";
import { selectGenerators } from "../../engine/select.js";
import { conversionGen } from "../../generators/conversion/markers.js";
import { generators as builtIn } from "../../generators/index.js";
import { createExample } from "./create-example.js";
import { exit, type ExitCode } from "./exit.js";
import { firstCommands, neededByServer, setUp, typeFolders } from "./init.js";
import { report } from "./report/report.js";
import { linesOf, writeScaffold } from "./scaffold/files.js";
import { reportUnwritten } from "./scaffold/report-unwritten.js";
import { nameInManifest, packageName, serverScripts } from "./scaffold/manifest.js";
import { containerOf, dockerIgnore } from "./scaffold/server/container.js";
import {
  handWrittenRegistrations,
  kindsOutsideOfHub,
  servedGroups,
  type ServedGroup,
  type ServedKind,
} from "./scaffold/server/groups.js";
import { additions } from "./scaffold/server/additions.js";
import {
  definitionFile,
  mainFile,
  sampleFile,
  strategiesFile,
  typeImport,
  type NewServer,
} from "./scaffold/server/sources.js";
import { strategiesPath } from "./scaffold/server/paths.js";
import { testFile } from "./scaffold/server/test-file.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs `codegen create server`: writes a server for all kinds of the project. Does not change
 * existing files. Writes nothing if the types have errors or if the project has no kinds.
 *
 * @param unexpected arguments of the command, which has none
 */
export async function createServer(unexpected: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (unexpected.length > 0) {
    const given = unexpected.map((text) => JSON.stringify(text)).join(", ");
    terminal.err(`codegen: unexpected ${given}: create server has no arguments, and serves all kinds of the project\n`);
    return exit.usage;
  }
  const resolved = await resolveProject({ cwd: terminal.cwd, paths: [] });
  if (resolved.kind === "usage") return withoutKinds(terminal, resolved.message);
  if (resolved.kind === "problems") return fail(terminal, resolved.root, resolved.problems);
  const { project } = resolved;
  const { root } = project;
  const { definitions } = await selectGenerators(builtIn, project);
  const found = await run({
    project,
    generators: builtIn,
    definitions,
    mode: "dry-run",
    only: ["register"],
    strict: false,
  });
  const errors = found.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return fail(terminal, root, errors);
  const groups = servedGroups(found, importedIn(root));
  terminal.err([...notServed(found), ...notImported(root, groups)].join(""));
  if (groups.length === 0)
    return withoutKinds(terminal, `no kinds with metadata were found in ${project.folders.join(", ")}`);
  const changes = setUp(root, serverScripts, typeFolders(project));
  if (typeof changes === "string") {
    terminal.err(`codegen: ${changes}; nothing was changed\n`);
    return exit.usage;
  }
  const server: NewServer = { name: serverName(root), groups };
  const container = containerOf(root);
  const files = [
    mainFile,
    definitionFile(server),
    strategiesFile(server),
    ...groups.flatMap(({ kinds }) => kinds.map((kind) => sampleFile(found.universe, kind))),
    testFile(server),
    container.file,
    dockerIgnore,
  ];
  const done = [...changes.lines, ...linesOf(root, { files })];
  const problems = await writeScaffold(root, { ...changes, files: [...changes.files, ...files] });
  if (problems.length > 0) return reportUnwritten(terminal, problems);
  const missing = additions(root, server, done, changes.kept);
  const byHand = missing.length === 0 ? "" : `\nThese files were kept. Add to them by hand:\n${missing.join("")}`;
  const manager = packageManagerOf(root);
  const next = [...firstCommands(root, neededByServer), manager.run("dev"), manager.run("test")];
  const docker =
    container.outside.length === 0 || !done.includes(`created ${container.file.path}`)
      ? ""
      : `\nDocker cannot read packages outside of this folder (${[...new Set(container.outside.map((path) => posix.dirname(path)))].join(", ")}): ${container.file.path} says what to do before docker build.\n`;
  terminal.out(`${done.join("\n")}\n${byHand}${docker}\nNext:\n${next.map((line) => `  ${line}\n`).join("")}`);
  return exit.done;
}

/** Returns a function that reports whether the project's strategies import the type of a kind. */
function importedIn(root: string): (kind: ServedKind) => boolean {
  const file = join(root, strategiesPath);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return (kind) => text.includes(typeImport(kind));
}

/** Returns a line for each package or kind that is not served. */
function notServed(found: RunResult): string[] {
  const byHand = handWrittenRegistrations(found.universe).map(
    (file) =>
      `${file} is hand-written, so its kinds are not served: remove the file to have it generated, ` +
      "or add the kinds to src/definition.ts\n",
  );
  const outside = kindsOutsideOfHub(found).map(({ name, groupVersion, hub: { group, version } }) => {
    const internal = version === internalVersion;
    const hub = internal ? `the internal hub of ${group}` : `${group}/${version}`;
    return `${name} of ${apiVersionOf(groupVersion)} is not served, because ${hub}, to which it would convert, does not have the kind: add it there\n`;
  });
  return [...byHand, ...outside, ...withoutHub(found.universe)];
}

/** Returns a line for each version that names no hub, for example a version that was imported. */
function withoutHub(universe: Universe): string[] {
  return Object.values(universe.packages).flatMap((pkg) => {
    if (pkg.kind !== "folder" || conversionGen.has(pkg)) return [];
    const hub = siblingHub(universe, pkg);
    if (hub === undefined) return [];
    return `${pkg.id} does not convert to ${hub.id}, so the server does not start: add +k8s:conversion-gen=${posix.relative(pkg.id, hub.id)} to ${pkg.id}/doc.ts\n`;
  });
}

/** Returns a line for each hand-written `install.ts` in a folder that codegen does not read. */
function notImported(root: string, groups: readonly ServedGroup[]): string[] {
  return groups.flatMap(({ installFile }) => {
    const own = posix.join(posix.dirname(installFile), "install.ts");
    if (own === installFile || !existsSync(join(root, own))) return [];
    return `${own} is not used, because its folder has no doc.ts: add one, or remove the file\n`;
  });
}

function withoutKinds(terminal: Terminal, reason: string): ExitCode {
  terminal.err(
    `codegen: ${reason}\nA server needs a kind. Create one first, for example:\n  ${packageManagerOf(terminal.cwd).codegen(createExample)}\n`,
  );
  return exit.usage;
}

async function fail(
  terminal: Terminal,
  root: string,
  problems: Parameters<typeof report>[0]["problems"],
): Promise<ExitCode> {
  const request = {
    terminal,
    root,
    format: "text",
    mode: "dry-run",
    failed: true,
    quiet: true,
    stats: false,
    verbose: false,
  } as const;
  await report({ problems, changes: [], stages: [] }, request);
  return exit.problems;
}

/** Returns the name of the server, such as `pizza-apiserver`, from the name of the package. */
function serverName(root: string): string {
  const name = (nameInManifest(root) ?? packageName(root)).replace(/^.*\//, "");
  return /server$/.test(name) ? name : `${packageName(join(root, "..", name))}-apiserver`;
}
