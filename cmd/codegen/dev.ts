import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { findConfiguration, readIfThere } from "../../engine/config/find.js";
import { parseObject } from "../../engine/base/json.js";
import { isRecord } from "../../engine/util/is-record.js";
import { Watcher } from "../../engine/incremental/watcher.js";
import { lockFiles, packageManagerOf } from "../../engine/base/package-manager.js";
import { DevProgram } from "./dev-program.js";
import { exit, type ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { nextInterrupt } from "./interrupt.js";
import type { Terminal } from "./terminal.js";

/** The sources of a project and the folders that contain them. */
interface Sources {
  readonly folders: readonly string[];
  /** The path, size and modification time of each source, as one string. */
  readonly state: string;
}

/**
 * Runs `codegen dev` until SIGINT, SIGTERM or SIGHUP: runs the script `build`, starts the program,
 * and repeats both after each change of a source. If a build fails, the previous program keeps
 * running.
 *
 * @param script path of the compiled program
 * @param args arguments of the program
 */
export async function dev(
  script: string,
  args: readonly string[],
  _options: object,
  terminal: Terminal,
): Promise<ExitCode> {
  const { root } = findConfiguration(terminal.cwd);
  if (!/\.[cm]?js$/.test(script)) {
    throw new UsageError(
      `${script} is not a compiled program. Name a file that the build writes, such as dist/src/main.js`,
    );
  }
  if (!hasBuild(root)) throw new UsageError(`package.json has no script "build", which compiles the program`);
  const interrupted = nextInterrupt();
  const watcher = new Watcher();
  const running = new DevProgram(root, [script, ...args], terminal);
  try {
    for (;;) {
      const before = sourcesIn(root);
      watcher.watch(before.folders);
      const built = await build(root, interrupted);
      if (built === "interrupted") return exit.done;
      if (built === 0) await running.restart();
      else {
        const still = running.isRunning ? "; the program of the previous build still runs" : "";
        terminal.err(`codegen: the build failed${still}. The next change of a source file starts the build again\n`);
      }
      for (let isSame = true; isSame;) {
        if (sourcesIn(root).state !== before.state) break;
        const next = await Promise.race([watcher.next(() => sourcesIn(root).state === before.state), interrupted]);
        if (next === "interrupted") return exit.done;
        isSame = next;
      }
      terminal.out("codegen: a source changed\n");
    }
  } finally {
    watcher.close();
    await running.stop();
  }
}

function hasBuild(root: string): boolean {
  const scripts = parseObject(readIfThere(join(root, "package.json")))?.["scripts"];
  return isRecord(scripts) && typeof scripts["build"] === "string";
}

/**
 * Returns the command that runs the script `build`. Uses the package manager that started this
 * process, or else the package manager of the project. Under Yarn's Plug'n'Play, only Yarn finds
 * the programs of the script.
 *
 * @param started path of the package manager that started this process; undefined if none did
 */
export function buildCommand(root: string, started: string | undefined): readonly [string, ...string[]] {
  const args = ["run", "--silent", "build"] as const;
  if (started !== undefined && /\.[cm]?js$/.test(started)) return [process.execPath, started, ...args];
  return [started ?? packageManagerOf(root).name, ...args];
}

/**
 * Runs the script `build` and returns its exit code, or `"interrupted"` if an interrupt stopped the
 * build.
 */
async function build(root: string, interrupted: Promise<"interrupted">): Promise<number | "interrupted"> {
  const [program, ...args] = buildCommand(root, process.env["npm_execpath"]);
  const building = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32" && !isAbsolute(program),
  });
  const ended = new Promise<number>((resolve, reject) => {
    building.once("error", reject).once("close", (code) => {
      resolve(code ?? 1);
    });
  });
  const first = await Promise.race([ended, interrupted]);
  if (first !== "interrupted") return first;
  building.kill("SIGTERM");
  await ended;
  return first;
}

/**
 * Returns the sources of a project: the TypeScript files without tests and generated files, and the
 * JSON files in its root folder without lock files.
 */
function sourcesIn(root: string): Sources {
  const folders = [root];
  const files: string[] = [];
  for (let folder = folders[0], at = 0; folder !== undefined; folder = folders[++at]) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!/^(\..*|node_modules|dist|generated|test|.*\.local)$/.test(entry.name)) folders.push(path);
      } else if (isSource(entry.name, folder === root)) {
        const found = statSync(path, { throwIfNoEntry: false });
        files.push(`${path} ${found?.size ?? ""} ${found?.mtimeMs ?? ""}`);
      }
    }
  }
  return { folders, state: files.sort().join("\n") };
}

function isSource(name: string, isInRoot: boolean): boolean {
  if (/\.[cm]?ts$/.test(name)) return !/^zz_generated\.|\.test\.[cm]?ts$/.test(name);
  return isInRoot && /\.json$/.test(name) && !lockFiles.includes(name);
}

/** Returns the entries of a folder; an empty list if the folder was removed in the meantime. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
