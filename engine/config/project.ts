import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { askDisk, type Ask } from "../base/ask.js";
import { sortProblems, type Problem } from "../base/problem.js";
import { diskFileSystem } from "../base/file-system.js";
import { unnamedTypes } from "../load/discover/type-folders.js";
import { doubtsOf } from "./doubts.js";
import { findConfiguration, readConfigurationFile, readIfThere, type FoundConfiguration } from "./find.js";
import { expandFolders, folderSettingProblems } from "./folders.js";
import { faultOfHeader } from "../write/header.js";
import { locate, repeatedKeys, syntaxProblem } from "./locate.js";
import { ownerProblem, systemOwners, type FileOwners } from "./owners.js";
import { checkSettings, isSettings, type SettingProblem, type Settings } from "./settings.js";
import { configProblems } from "./problem-codes.js";

/** The input of a run, with resolved paths. */
export interface Project {
  /** Absolute path of the project's folder. */
  readonly root: string;
  /** Path of the configuration file, relative to the root; absent without a configuration. */
  readonly configFile?: string;
  /**
   * Folders that are searched for packages, relative to the root: the folders that the command line
   * names, or all folders of the project if it names none.
   */
  readonly folders: readonly string[];
  /**
   * The folders of the project that the command line does not name. Absent if the command line
   * names no folders or all of them. Generated code can depend on types in these folders.
   */
  readonly others?: readonly string[];
  /** True if the command line names folders, and the other folders of the project are unknown. */
  readonly partial?: true;
  /** Warnings about the configuration. */
  readonly warnings?: readonly Problem[];
  /** The text at the top of every generated file. */
  readonly header?: string;
  /** Absolute path of the file that contains the header; absent without a header. */
  readonly headerFile?: string;
  readonly settings: Settings;
}

/** The arguments of the command line that select the project. */
export interface ProjectRequest {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly configFile?: string | undefined;
  readonly headerFile?: string | undefined;
  /** Owners of files; if absent, they are read from the file system. */
  readonly owners?: FileOwners;
  /** Function that reads facts from the disk; default: `askDisk`. */
  readonly ask?: Ask | undefined;
}

/**
 * The project; or the problems in its configuration; or a message about an incorrect command line.
 */
export type ResolvedProject =
  | { readonly kind: "project"; readonly project: Project }
  | { readonly kind: "problems"; readonly problems: readonly Problem[]; readonly root: string }
  | { readonly kind: "usage"; readonly message: string };

type AskingRequest = ProjectRequest & { readonly ask: Ask };

function nothingToDo(root: string): string {
  const elsewhere = unnamedTypes(root, diskFileSystem(root));
  const question = `no folders of API types are configured, and the folder "apis" does not exist`;
  return elsewhere === undefined ? `${question}\n${waysToName}` : `${question}\n    ${elsewhere}`;
}

const waysToName = `    codegen path/to/apis                            name the folders
    codegen init                                    or create a new project
    {"paths": ["path/to/apis"]}                     or configure the folders in codegen.config.json`;

/**
 * Finds and checks the configuration, and resolves the paths in the configuration and on the
 * command line.
 */
export async function resolveProject(given: ProjectRequest): Promise<ResolvedProject> {
  const request = { ...given, ask: given.ask ?? askDisk };
  const found =
    request.configFile === undefined
      ? findProject(request)
      : readConfigurationFile(resolve(request.cwd, request.configFile), request.ask);
  if (found === undefined) {
    const { cwd, configFile = "", ask } = request;
    return usage(`the configuration ${configFile} ${whyNoFile(resolve(cwd, configFile), ask)}`);
  }
  const foreign =
    request.configFile !== undefined || found.file === undefined
      ? undefined
      : ownerProblem(request.owners ?? systemOwners(request.ask), found.file, request.cwd);
  if (foreign !== undefined) return usage(foreign);
  const read = await readSettings(found);
  if ("problems" in read) return { kind: "problems", problems: read.problems, root: found.root };
  const { settings } = read;

  const reasons: SettingProblem[] = [];
  const asked = await foldersOf(request, found, settings, reasons);
  if ("kind" in asked) return asked;
  const header = headerOf(request, found, settings, reasons);
  if (header !== undefined && "kind" in header) return header;
  if (reasons.length > 0 && found.text !== undefined) {
    return {
      kind: "problems",
      problems: await locate(nameOf(found), found.text, reasons, found.prefix),
      root: found.root,
    };
  }
  const warnings = await doubtsOf(found, request.ask);
  const project: Project = {
    root: found.root,
    ...asked,
    settings,
    ...(found.file === undefined ? {} : { configFile: nameOf(found) }),
    ...(header === undefined ? {} : { header: header.text, headerFile: header.file }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  return { kind: "project", project };
}

/**
 * Finds the project that contains the working directory. If none does, finds the project that
 * contains the first path of the command line.
 */
function findProject({ cwd, paths: [first], ask }: AskingRequest): FoundConfiguration {
  const isProject = ({ root, file }: FoundConfiguration): boolean =>
    file !== undefined || ask("exists", join(root, "package.json"));
  const here = findConfiguration(cwd, ask);
  if (first === undefined || isProject(here)) return here;
  const there = findConfiguration(resolve(cwd, first), ask);
  return isProject(there) ? there : here;
}

async function readSettings(
  found: FoundConfiguration,
): Promise<{ settings: Settings } | { problems: readonly Problem[] }> {
  if (found.text === undefined) return { settings: {} };
  if (found.value === undefined) return { problems: [await syntaxProblem(nameOf(found), found.text)] };
  const twice = await repeatedKeys(nameOf(found), found.text, found.prefix);
  if (isSettings(found.value) && twice.length === 0) return { settings: found.value };
  return {
    problems: sortProblems([
      ...(await locate(nameOf(found), found.text, checkSettings(found.value), found.prefix)),
      ...twice,
    ]),
  };
}

type Asked = Pick<Project, "folders" | "others" | "partial">;

async function foldersOf(
  request: AskingRequest,
  found: FoundConfiguration,
  settings: Settings,
  reasons: SettingProblem[],
): Promise<Asked | ResolvedProject> {
  const all = await configuredFolders(request, found, settings, reasons);
  if (request.paths.length === 0) return all === undefined ? usage(nothingToDo(found.root)) : { folders: all };
  const { folders, faults: wrong } = await expandFolders(found.root, request.cwd, request.paths, request.ask);
  const [first] = wrong;
  if (first !== undefined)
    return usage([first.message, ...(first.hint === undefined ? [] : [first.hint])].join("\n    "));
  const others = (all ?? []).filter((folder) => !folders.includes(folder));
  const isKnown = settings.paths !== undefined || (all !== undefined && folders.every((folder) => isIn(folder, all)));
  return { folders, ...(others.length === 0 ? {} : { others }), ...(isKnown ? {} : { partial: true }) };
}

/**
 * Returns the folders for a run whose command line names no paths: the configured folders, or
 * `apis`. Returns undefined if nothing is configured and `apis` does not exist.
 */
async function configuredFolders(
  { cwd, ask }: AskingRequest,
  { root }: FoundConfiguration,
  { paths }: Settings,
  reasons: SettingProblem[],
): Promise<readonly string[] | undefined> {
  if (paths === undefined) {
    const standard = [cwd, root].map((folder) => join(folder, "apis")).find((folder) => ask("exists", folder));
    return standard === undefined ? undefined : [toSlashes(relative(root, standard))];
  }
  const found = await expandFolders(root, root, paths, ask);
  reasons.push(...folderSettingProblems(["paths"], found));
  return found.folders;
}

/** Reports whether a path is one of the given folders or below one of them. */
export function isIn(folder: string, folders: readonly string[]): boolean {
  return folders.some((other) => other === "." || folder === other || folder.startsWith(`${other}/`));
}

function headerOf(
  request: AskingRequest,
  found: FoundConfiguration,
  settings: Settings,
  reasons: SettingProblem[],
): { text: string; file: string } | undefined | ResolvedProject {
  const named = request.headerFile ?? settings.header;
  if (named === undefined) return undefined;
  const file = resolve(
    request.headerFile === undefined ? found.root : request.cwd,
    isAbsolute(named) ? named : toSlashes(named),
  );
  const text = readIfThere(file, request.ask)?.replaceAll("\r\n", "\n").trimEnd();
  const wrong = text === undefined ? `the header file ${named} ${whyNoFile(file, request.ask)}` : faultOfHeader(text);
  if (text !== undefined && wrong === undefined) return { text, file };
  if (wrong === undefined) return undefined;
  if (request.headerFile !== undefined) return usage(wrong);
  reasons.push({
    path: ["header"],
    at: "value",
    ...configProblems.is("config/header"),
    message: wrong,
    hint: "correct the file, or remove the key",
    instead: "nothing",
  });
  return undefined;
}

/** Returns the reason why a path is not the path of a file. */
function whyNoFile(path: string, ask: Ask): string {
  return ask("kind", path) === "folder" ? "is a folder: name a file in it" : "does not exist";
}

function nameOf(found: FoundConfiguration): string {
  return found.file === undefined ? "package.json" : toSlashes(relative(found.root, found.file));
}

function toSlashes(path: string): string {
  return path.split(sep).join("/").replaceAll("\\", "/");
}

function usage(message: string): ResolvedProject {
  return { kind: "usage", message };
}
