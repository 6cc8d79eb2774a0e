import { readdirSync } from "node:fs";
import { resolveProject, type Project } from "../../engine/config/project.js";
import { installedVersion } from "../../engine/base/installed.js";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import { exit, type ExitCode } from "./exit.js";
import { linesOf, writeScaffold, type ScaffoldChanges, type NewFile } from "./scaffold/files.js";
import { hasExports, isModule, projectScripts, withScripts, type Scripts } from "./scaffold/manifest.js";
import { createExample } from "./scaffold/paths.js";
import { fileOf } from "./scaffold/templates.js";
import type { Terminal } from "./terminal.js";

/**
 * Returns the tsconfig.json of a new project.
 *
 * @param folders the folders that contain types; undefined if the types are in another package
 * @param hasDeclarations true if other packages import the compiled files
 */
export function tsconfigOf(folders: readonly string[] | undefined, hasDeclarations: boolean): NewFile {
  const include = [...new Set([...(folders?.length === 0 ? ["apis"] : (folders ?? [])), "src"])];
  return fileOf("tsconfig.json", "tsconfig", { include, hasDeclarations });
}

/** Configuration of vitest: it runs the TypeScript sources, and not the output of tsc in dist. */
const vitestConfig: NewFile = {
  path: "vitest.config.ts",
  text: `import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({ test: { exclude: [...configDefaults.exclude, "dist/**"] } });
`,
};

/** Content of .gitignore. A server of the project stores its objects and keys in `<name>.local`. */
export const gitIgnore: NewFile = {
  path: ".gitignore",
  text: `node_modules/
dist/
*.local/
kubeconfig
`,
};

const gitAttributes: NewFile = {
  path: ".gitattributes",
  text: `zz_generated.* text eol=lf linguist-generated=true
generated/** text eol=lf linguist-generated=true
`,
};

/** The npm packages that a project needs: always, and only during development. */
export interface Needed {
  readonly always: readonly string[];
  readonly development: readonly string[];
}

const needed: Needed = {
  always: ["@apimachinery/runtime"],
  development: ["@apimachinery/codegen", "typescript", "fast-check", "vitest"],
};

/** Packages for a project with a server. */
export const neededByServer: Needed = {
  ...needed,
  always: ["@apimachinery/runtime", "@apimachinery/client", "@apimachinery/apiserver"],
};

/** Packages for a project with a controller. The controller's test needs a server. */
export const neededByController: Needed = {
  always: ["@apimachinery/runtime", "@apimachinery/client"],
  development: [...needed.development, "@apimachinery/apiserver"],
};

/**
 * Returns the packages for a project whose types are in another package. The other package also
 * contains the tests of the types.
 */
export function withoutTypes({ always, development }: Needed): Needed {
  return { always, development: development.filter((name) => name !== "fast-check") };
}

/**
 * Reports whether the folder contains a configuration of vite or vitest. A new vitest configuration
 * would override it.
 */
function hasViteConfig(root: string): boolean {
  return readdirSync(root).some((name) => /^vite(st)?\.config\.[cm]?[jt]s$/.test(name) && name !== vitestConfig.path);
}

/** The files and changes that turn a folder into a project. */
export interface SetUp extends ScaffoldChanges {
  /** Lines of output that describe the changes. */
  readonly lines: readonly string[];
  /**
   * Scripts that are not added to package.json, because it has different scripts with the same
   * names.
   */
  readonly kept: Scripts;
}

/**
 * Returns the files of a project that do not exist yet, and the change that adds scripts to
 * package.json.
 *
 * @param folders names of the top-level folders that contain types; undefined if the types are in
 * another package
 * @throws UsageError if package.json is not a JSON object
 */
export function setUp(root: string, scripts: Scripts, folders: readonly string[] | undefined): SetUp {
  const manifest = withScripts(root, scripts, folders);
  const files = [
    tsconfigOf(folders, hasExports(root)),
    ...(hasViteConfig(root) ? [] : [vitestConfig]),
    gitIgnore,
    gitAttributes,
  ];
  return {
    files: [...manifest.files, ...files],
    edits: manifest.edits ?? [],
    lines: [manifest.line, ...linesOf(root, { files })],
    kept: manifest.kept,
  };
}

/** Returns the commands that a user must run before the first run of codegen. */
export function firstCommands(root: string, wanted: Needed): string[] {
  const { add, setModule } = packageManagerOf(root);
  const missing = (names: readonly string[]): readonly string[] =>
    names.filter((name) => installedVersion(root, name) === undefined);
  const [always, development] = [missing(wanted.always), missing(wanted.development)];
  const installs = [
    ...(always.length === 0 ? [] : [add(always)]),
    ...(development.length === 0 ? [] : [add(development, "development")]),
  ];
  // The user must decide whether the project consists of ES modules, because the folder can contain
  // CommonJS modules.
  return [...(isModule(root) ? [] : [setModule]), ...installs];
}

/** Returns the top-level folders that contain types: `apis` for `apis/restaurant/v1`. */
export function topLevelFolders({ folders }: Project): string[] {
  return folders.flatMap((folder) => folder.split("/")[0] ?? []);
}

/** Returns the top-level folders that contain types; none if the project has no types yet. */
async function knownFolders(root: string): Promise<string[]> {
  const resolved = await resolveProject({ cwd: root, paths: [] });
  return resolved.kind === "project" ? topLevelFolders(resolved.project) : [];
}

/**
 * Runs `codegen init`: turns the folder into a project for API types. A second run changes nothing.
 */
export async function init(_options: object, terminal: Terminal): Promise<ExitCode> {
  const root = terminal.cwd;
  const folders = await knownFolders(root);
  const changes = setUp(root, projectScripts, folders);
  await writeScaffold(root, changes);
  const { codegen, run } = packageManagerOf(root);
  const first = folders.length === 0 ? [codegen(createExample)] : [];
  const next = [...firstCommands(root, needed), ...first, run("generate")];
  terminal.out(`${changes.lines.join("\n")}\n\nNext:\n${next.map((line) => `  ${line}\n`).join("")}`);
  return exit.done;
}
