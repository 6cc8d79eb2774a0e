import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { writeTree, type Tree } from "../engine/temporary-folder.js";
import { command, succeed } from "./command.js";
import { contents, pack } from "./tarballs.js";

/**
 * Versions of the TypeScript compiler that must accept generated code: the oldest supported
 * version, and the newest version of each major version.
 */
export const compilers = ["typescript54", "typescript59", "typescript6", "typescript"] as const;

const tools = [
  "typescript@^7.0",
  "typescript54@npm:typescript@~5.4",
  "typescript59@npm:typescript@~5.9",
  "typescript6@npm:typescript@~6.0",
  "fast-check@^4",
  "vitest@^4",
];

const wanted = [
  "@apimachinery/codegen",
  "@apimachinery/runtime",
  "@apimachinery/client",
  "@apimachinery/apiserver",
  "@acme/codegen-kinds",
];

const prefix = `apimachinery-packed-${userInfo().uid}-`;
const minute = 60_000;

let reason: Promise<string | undefined> | undefined;

/**
 * Returns the reason why packages cannot be installed on this machine, as a part of the titles of
 * skipped tests. Returns undefined if they can be installed. The tests of a process ask once.
 */
export function whyNot(): Promise<string | undefined> {
  return (reason ??= askRegistry());
}

async function askRegistry(): Promise<string | undefined> {
  const { status } = await command(tmpdir(), "npm", [
    "view",
    "typescript@7",
    "version",
    "--fetch-retries=0",
    "--fetch-timeout=10000",
  ]);
  return status === 0 ? undefined : "skipped: the npm registry can't be reached";
}

let installation: Promise<string> | undefined;

/**
 * Returns a folder outside of this repository in which npm has installed the tarballs and the tools
 * that tests need. The name of the folder depends on its contents, so that test files and later
 * runs share the folder.
 */
export function installed(): Promise<string> {
  return (installation ??= install());
}

async function install(): Promise<string> {
  const temporary = realpathSync(tmpdir());
  const packed = mkdtempSync(join(temporary, "apimachinery-tarballs-"));
  try {
    const tarballs = (await pack(packed)).filter(({ name }) => wanted.includes(name));
    const hash = createHash("sha256").update(JSON.stringify([tools, process.version]));
    for (const tarball of tarballs) hash.update(contents(tarball));
    const folder = join(temporary, prefix + hash.digest("hex").slice(0, 16));
    await once(folder, async (preparing) => {
      writeFileSync(join(preparing, "package.json"), `{ "name": "user-project", "private": true, "type": "module" }\n`);
      const own = tarballs.map(({ file }) => file);
      await succeed(preparing, "npm", ["install", "--ignore-scripts", ...own, ...tools]);
    });
    utimesSync(folder, new Date(), new Date());
    return folder;
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

/** The package.json that `npm install` writes in an empty folder. */
export const asInstalled = `{ "dependencies": { "@apimachinery/runtime": "^0.1.0" }, "devDependencies": { "@apimachinery/codegen": "^0.1.0" } }\n`;

/**
 * Returns a new project of a user in which all packages are installed. The caller must remove it.
 */
export async function createUserProject(tree: Tree): Promise<string> {
  const modules = join(await installed(), "node_modules");
  const root = realpathSync(mkdtempSync(join(tmpdir(), "user-project-")));
  mkdirSync(join(root, "node_modules"));
  for (const name of readdirSync(modules).filter((entry) => !/^\.(?!bin$)/.test(entry))) {
    symlinkSync(join(modules, name), join(root, "node_modules", name));
  }
  writeTree(root, tree);
  return root;
}

/** Type-checks the tests of a project strictly, because its build does not compile them. */
export async function compileTest(root: string): Promise<void> {
  const config = { extends: "./tsconfig.json", compilerOptions: { noEmit: true }, include: ["test"] };
  writeFileSync(join(root, "tsconfig.test.json"), JSON.stringify(config));
  await succeed(root, "npx", ["tsc", "-p", "tsconfig.test.json"]);
}

/**
 * Creates a folder, either completely or not at all. Of several processes, one creates the folder
 * and the others wait for it.
 */
async function once(folder: string, make: (preparing: string) => Promise<void>): Promise<void> {
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!locked(lock)) {
      await setTimeout(200);
      continue;
    }
    try {
      if (existsSync(folder)) return;
      removeOld();
      await make(lock);
      renameSync(lock, folder);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

/**
 * Locks a folder.
 * @returns false while another running process holds the lock
 */
function locked(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const made = statSync(lock, { throwIfNoEntry: false })?.ctimeMs ?? Date.now();
    if (Date.now() - made > 5 * minute) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Removes installations of earlier states of the project that no test has used for some time. */
function removeOld(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix) && !entry.endsWith(".lock"))) {
    const folder = join(tmpdir(), name);
    const used = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - used > 15 * minute) rmSync(folder, { recursive: true, force: true });
  }
}
