import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../interop/repository.js";

const sources = join(repository, "test/peers");
const cache = join(repository, "node_modules/.cache/peers");

/** A folder with client libraries of another language. */
interface Installation {
  /** Name of the libraries in messages. */
  readonly title: string;
  /** Condition under which they can be installed, in messages. */
  readonly condition: string;
  /** File with the versions of the libraries, in the folder with the name of the installation. */
  readonly versions: string;
  /** Returns the commands that install the libraries in a folder. The first one finds the tools. */
  readonly install: (folder: string, versions: string) => readonly (readonly string[])[];
  /** Returns the command that runs a program with the libraries, without the program's path. */
  readonly run: (folder: string) => readonly string[];
}

const java = {
  condition: "a JDK and Maven are installed",
  versions: "pom.xml",
  install: (folder, versions) => [
    ["javac", "-version"],
    ["mvn", "-q", "-B", "-f", versions, "dependency:copy-dependencies", `-DoutputDirectory=${folder}`],
  ],
  run: (folder) => ["java", "-cp", join(folder, "*")],
} as const satisfies Omit<Installation, "title">;

const installations = {
  // The programs in the folder contain its path, except for the interpreter, which can move.
  python: {
    title: "Python's client for Kubernetes",
    condition: "Python is installed",
    versions: "requirements.txt",
    install: (folder, versions) => [
      ["python3", "-m", "venv", folder],
      [join(folder, "bin/python"), "-m", "pip", "install", "--quiet", "-r", versions],
    ],
    run: (folder) => [join(folder, "bin/python")],
  },
  fabric8: { title: "fabric8's client for Java", ...java },
  "java-client": { title: "the official client for Java", ...java },
} as const satisfies Readonly<Record<string, Installation>>;

/** Names of the installations, and of the folders with their versions and programs. */
export type InstalledClient = keyof typeof installations;

export const installedClients = Object.keys(installations) as readonly InstalledClient[];

/** Returns the command that runs a file of the folder with the name of the installation. */
export function commandOf(client: InstalledClient, file: string, ...args: readonly string[]): readonly string[] {
  return [...installations[client].run(folderOf(client)), join(sources, client, file), ...args];
}

/**
 * Returns the reason why tests with these libraries are skipped, as a part of their titles. Returns
 * undefined if they are installed.
 */
export function whyNotInstalled(client: InstalledClient): string | undefined {
  if (existsSync(folderOf(client))) return undefined;
  const { title, condition } = installations[client];
  return `skipped: ${title} is not installed; \`make peers\` installs it if ${condition}`;
}

/**
 * Installs libraries in a folder of their own, if it does not exist.
 * @throws Error with the reason if the tools of the language are missing or cannot install them
 */
export function installClient(client: InstalledClient, log: (line: string) => void): void {
  const folder = folderOf(client);
  if (existsSync(folder)) return;
  log(`installing ${titleOf(client)}`);
  mkdirSync(cache, { recursive: true });
  // An interrupted installation must not leave a folder with the name of the finished one.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const command of installations[client].install(unfinished, versionsOf(client))) run(command);
  renameSync(unfinished, folder);
}

/** Returns the name of the libraries in messages. */
export function titleOf(client: InstalledClient): string {
  return installations[client].title;
}

function run(command: readonly string[]): void {
  const [file = "", ...args] = command;
  const { status, error, stdout, stderr } = spawnSync(file, args, { encoding: "utf8" });
  if (error !== undefined) throw new Error(`${file} is not installed`, { cause: error });
  if (status !== 0) throw new Error(`${command.join(" ")}: exit code ${status ?? "none"}\n${stdout}${stderr}`);
}

function versionsOf(client: InstalledClient): string {
  return join(sources, client, installations[client].versions);
}

/** Returns the folder of an installation. After a change of the versions, the path differs. */
function folderOf(client: InstalledClient): string {
  const hash = createHash("sha256").update(readFileSync(versionsOf(client)));
  return join(cache, `${client}-${hash.digest("hex").slice(0, 16)}`);
}
