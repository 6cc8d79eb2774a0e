import { existsSync } from "node:fs";
import { join } from "node:path";
import { foldersUp } from "../util/folders-up.js";

/** Commands of a package manager, which hints contain. */
export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /**
   * Returns the command that adds packages to the project: to `dependencies`, or to
   * `devDependencies` for the group `development`.
   */
  readonly add: (packages: readonly string[], group?: "development") => string;
  /** Returns the command that runs a script of package.json. */
  readonly run: (script: string) => string;
  /** Returns the command that runs the project's codegen with the given arguments. */
  readonly codegen: (args: string) => string;
  /** Command, or an instruction for the user, that makes the project's code ES modules. */
  readonly setModule: string;
}

const npm: PackageManager = {
  name: "npm",
  add: (packages, group) => `npm i ${group === undefined ? "" : "-D "}${fitting(packages)}`,
  run: (script) => (script === "test" ? "npm test" : `npm run ${script}`),
  // Without "--" before the name of the command, npm parses codegen's options as npm's options.
  codegen: (args) => `npx --no -- codegen ${args}`.trimEnd(),
  setModule: "npm pkg set type=module",
};

const pnpm: PackageManager = {
  ...like("pnpm"),
  codegen: (args) => `pnpm exec codegen ${args}`.trimEnd(),
  setModule: "pnpm pkg set type=module",
};

const yarn: PackageManager = { ...like("yarn"), setModule: `write "type": "module" into package.json` };

const bun: PackageManager = { ...like("bun"), setModule: "bun pm pkg set type=module" };

/**
 * Package managers by the names of their lock files. If a folder has several lock files, the first
 * one in this list decides.
 */
const managers: readonly (readonly [lockFile: string, manager: PackageManager])[] = [
  ["pnpm-lock.yaml", pnpm],
  ["yarn.lock", yarn],
  ["bun.lock", bun],
  ["bun.lockb", bun],
  ["package-lock.json", npm],
  ["npm-shrinkwrap.json", npm],
];

/** Names of the lock files of all package managers. */
export const lockFiles: readonly string[] = managers.map(([lockFile]) => lockFile);

/**
 * Returns the package manager of a project. The lock file in the folder, or in the nearest folder
 * above it that has a lock file, decides. Returns npm if no folder has a lock file.
 */
export function packageManagerOf(root: string): PackageManager {
  return lockedBy(root)?.manager ?? npm;
}

/**
 * Returns the root of the workspace: the nearest folder that has a lock file. Returns undefined if
 * no folder has one.
 */
export function lockedFolder(root: string): string | undefined {
  return lockedBy(root)?.folder;
}

function lockedBy(root: string): { readonly folder: string; readonly manager: PackageManager } | undefined {
  for (const folder of foldersUp(root)) {
    const found = managers.find(([lockFile]) => existsSync(join(folder, lockFile)));
    if (found !== undefined) return { folder, manager: found[1] };
  }
  return undefined;
}

/** Returns the commands that have the same form for pnpm, Yarn and bun. */
function like(name: "pnpm" | "yarn" | "bun"): Omit<PackageManager, "setModule"> {
  return {
    name,
    add: (packages, group) => `${name} add ${group === undefined ? "" : "-D "}${fitting(packages)}`,
    run: (script) => `${name} run ${script}`,
    codegen: (args) => `${name} run codegen ${args}`.trimEnd(),
  };
}

/**
 * Packages whose newest version does not run on every supported version of Node, with the version
 * to install instead. Of the package managers, only npm chooses a version that suits the running
 * Node.
 */
const older: Readonly<Record<string, { readonly version: string; readonly newestRunsOn: RegExp }>> = {
  // Node versions that vitest 5 supports: ^22.12.0 || ^24.0.0 || >=26.0.0
  vitest: { version: "4", newestRunsOn: /^v(22\.(1[2-9]|[2-9]\d)|24|2[6-9]|[3-9]\d|\d{3,})\./ },
};

/**
 * Returns the names of the packages, separated by spaces. A name has a version, such as `vitest@4`,
 * if the newest version does not run on this Node.
 */
function fitting(packages: readonly string[]): string {
  return packages.map((name) => withVersion(name, process.version)).join(" ");
}

/**
 * Returns the name of a package, with the version to install on the given Node: `vitest@4`. Returns
 * only the name if the newest version runs on that Node.
 *
 * @param node version of Node, such as `v20.19.0`
 */
export function withVersion(name: string, node: string): string {
  const known = older[name];
  return known === undefined || known.newestRunsOn.test(node) ? name : `${name}@${known.version}`;
}
