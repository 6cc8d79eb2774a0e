import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Problem } from "../problem.js";
import { findConfiguration, readConfiguration, readIfThere, type Found } from "./find.js";
import { expandFolders } from "./folders.js";
import { faultOfHeader } from "../write/header.js";
import { locate, syntaxProblem } from "./locate.js";
import { checkSettings, isSettings, type Fault, type Settings } from "./settings.js";

/** What one run is about, with every path resolved. Plain data. */
export interface Project {
  /** Absolute. */
  readonly root: string;
  /** Relative to the root. */
  readonly configFile?: string;
  /** Folders to look for packages in, relative to the root. */
  readonly folders: readonly string[];
  /** Set where the command line names folders: there may be others. */
  readonly partial?: true;
  /** The text that starts every generated file. */
  readonly header?: string;
  /** Where it was read, absolute. */
  readonly headerFile?: string;
  readonly settings: Settings;
}

/** What was asked for on the command line. */
export interface ProjectRequest {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly configFile?: string | undefined;
  readonly headerFile?: string | undefined;
}

/** A project, or the problems of its configuration, or what is wrong with the request itself. */
export type ResolvedProject =
  | { readonly kind: "project"; readonly project: Project }
  | { readonly kind: "problems"; readonly problems: readonly Problem[]; readonly root: string }
  | { readonly kind: "usage"; readonly message: string };

const nothingToDo = `which folders hold the API types? There is no folder "apis" here and nothing is configured
    codegen path/to/apis                            name them
    codegen init                                    or start a new project
    {"paths": ["path/to/apis"]}                     or write them into codegen.config.json`;

/** Finds and checks the configuration and looks at every path that it or the request names. */
export async function resolveProject(request: ProjectRequest): Promise<ResolvedProject> {
  const found = request.configFile === undefined ? findProject(request) : readConfiguration(resolve(request.cwd, request.configFile));
  if (found === undefined) return usage(`there is no configuration ${request.configFile ?? ""}`);
  const read = await readSettings(found);
  if ("problems" in read) return { kind: "problems", problems: read.problems, root: found.root };
  const { settings } = read;

  const faults: Fault[] = [];
  const folders = await foldersOf(request, found, settings, faults);
  if (!Array.isArray(folders)) return folders;
  const header = headerOf(request, found, settings, faults);
  if (header !== undefined && "kind" in header) return header;
  if (faults.length > 0 && found.text !== undefined) {
    return { kind: "problems", problems: await locate(nameOf(found), found.text, faults, found.prefix), root: found.root };
  }
  const project: Project = {
    root: found.root,
    folders,
    settings,
    ...(request.paths.length === 0 ? {} : { partial: true }),
    ...(found.file === undefined ? {} : { configFile: nameOf(found) }),
    ...(header === undefined ? {} : { header: header.text, headerFile: header.file }),
  };
  return { kind: "project", project };
}

/** The project around the working directory; where that is none, the one around what is named. */
function findProject({ cwd, paths: [first] }: ProjectRequest): Found {
  const here = findConfiguration(cwd);
  if (first === undefined || isProject(here)) return here;
  const there = findConfiguration(resolve(cwd, first));
  return isProject(there) ? there : here;
}

function isProject({ root, file }: Found): boolean {
  return file !== undefined || existsSync(join(root, "package.json"));
}

async function readSettings(found: Found): Promise<{ settings: Settings } | { problems: readonly Problem[] }> {
  if (found.text === undefined) return { settings: {} };
  if (found.value === undefined) return { problems: [await syntaxProblem(nameOf(found), found.text)] };
  if (isSettings(found.value)) return { settings: found.value };
  return { problems: await locate(nameOf(found), found.text, checkSettings(found.value), found.prefix) };
}

async function foldersOf(request: ProjectRequest, found: Found, settings: Settings, faults: Fault[]): Promise<string[] | ResolvedProject> {
  if (request.paths.length > 0) {
    const { folders, faults: wrong } = await expandFolders(found.root, request.cwd, request.paths);
    const [first] = wrong;
    return first === undefined ? [...folders] : usage([first.message, ...(first.hint === undefined ? [] : [first.hint])].join("\n    "));
  }
  if (settings.paths !== undefined) {
    const { folders, faults: wrong } = await expandFolders(found.root, found.root, settings.paths);
    for (const { index, message, hint } of wrong) {
      faults.push({ path: ["paths", index], at: "value", code: "config/no-such-folder", message, ...(hint === undefined ? {} : { hint }) });
    }
    return [...folders];
  }
  const standard = [request.cwd, found.root].map((folder) => join(folder, "apis")).find((folder) => existsSync(folder));
  return standard === undefined ? usage(nothingToDo) : [toSlashes(relative(found.root, standard))];
}

function headerOf(request: ProjectRequest, found: Found, settings: Settings, faults: Fault[]): { text: string; file: string } | undefined | ResolvedProject {
  const named = request.headerFile ?? settings.header;
  if (named === undefined) return undefined;
  const file = resolve(request.headerFile === undefined ? found.root : request.cwd, isAbsolute(named) ? named : toSlashes(named));
  const text = readIfThere(file)?.replaceAll("\r\n", "\n").trimEnd();
  const wrong = text === undefined ? `there is no header file ${named}` : faultOfHeader(text);
  if (text !== undefined && wrong === undefined) return { text, file };
  if (wrong === undefined) return undefined;
  if (request.headerFile !== undefined) return usage(wrong);
  faults.push({ path: ["header"], at: "value", code: "config/header", message: wrong });
  return undefined;
}

function nameOf(found: Found): string {
  return found.file === undefined ? "package.json" : toSlashes(relative(found.root, found.file));
}

function toSlashes(path: string): string {
  return path.split(sep).join("/").replaceAll("\\", "/");
}

function usage(message: string): ResolvedProject {
  return { kind: "usage", message };
}
