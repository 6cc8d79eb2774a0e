import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect } from "vitest";
import { environment, succeed } from "./command.js";

/** An instruction of a Dockerfile. */
export interface Step {
  readonly instruction: string;
  readonly text: string;
}

/** Returns the instructions of a Dockerfile. */
export function stepsOf(dockerfile: string): Step[] {
  return dockerfile
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ instruction: line.split(" ", 1)[0] ?? "", text: line.slice(line.indexOf(" ") + 1) }));
}

/** Returns the paths that match a path whose last part can contain stars. */
function filesOf(path: string): string[] {
  if (!path.includes("*")) return existsSync(path) ? [path] : [];
  const parts = basename(path)
    .split("*")
    .map((part) => part.replaceAll(".", "\\."));
  const pattern = new RegExp(`^${parts.join(".*")}$`);
  return readdirSync(dirname(path))
    .filter((name) => pattern.test(name))
    .map((name) => join(dirname(path), name));
}

/**
 * Runs the steps of a Dockerfile without docker: each stage is a folder below `base`, and so is the
 * volume /data. Images, users and ports are ignored.
 */
export class Build {
  readonly #stages = new Map<string, string>();
  #stage = "";
  #workdir = "";
  entrypoint: readonly string[] = [];

  /** @param ignore path of the file with the ignored paths, relative to the context */
  constructor(
    readonly base: string,
    readonly context: string,
    readonly ignore = ".dockerignore",
  ) {}

  async run({ instruction, text }: Step): Promise<void> {
    if (instruction === "FROM") {
      const name = / AS (\S+)$/.exec(text)?.[1] ?? "image";
      this.#stages.set(name, (this.#stage = join(this.base, name)));
    } else if (instruction === "WORKDIR") mkdirSync((this.#workdir = join(this.#stage, text)), { recursive: true });
    else if (instruction === "COPY") this.#copy(text.split(" "));
    else if (instruction === "RUN" && !text.includes("chown")) await succeed(this.#workdir, "sh", ["-c", text]);
    else if (instruction === "ENTRYPOINT")
      this.entrypoint = (JSON.parse(text) as string[]).map((arg) => arg.replace("/data", join(this.base, "data")));
  }

  get workdir(): string {
    return this.#workdir;
  }

  #copy(args: readonly string[]): void {
    const from = /^--from=(.+)$/.exec(args[0] ?? "")?.[1];
    const [sources, target = ""] = [args.slice(from === undefined ? 0 : 1, -1), args.at(-1)];
    const root = from === undefined ? this.context : (this.#stages.get(from) ?? "");
    const found = sources.flatMap((source) => filesOf(join(root, source)));
    expect(found, `the files of COPY ${args.join(" ")}`).not.toEqual([]);
    const ignored = ignoredBy(readFileSync(join(this.context, this.ignore), "utf8"));
    for (const path of found) {
      const name = statSync(path).isDirectory() ? "" : basename(path);
      cpSync(path, join(this.#workdir, target, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => from !== undefined || !ignored.test(relative(root, file)),
      });
    }
  }
}

/** Returns a pattern of the paths that a .dockerignore excludes. */
function ignoredBy(text: string): RegExp {
  const patterns = text
    .trim()
    .split("\n")
    .map((line) =>
      line
        .replaceAll(".", "\\.")
        .replace(/^\*\*\//, "(.*/)?")
        .replace(/(^|\?)\*/, "$1[^/]*"),
    );
  return new RegExp(`^(${patterns.join("|")})$`);
}

/**
 * Runs the program of an image until it prints a text, and returns its output.
 * @param user user and group of the process. Default: those of the tests
 */
export async function outputUntil(
  text: string,
  cwd: string,
  [name = "", ...args]: readonly string[],
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<string> {
  const child = spawn(name, args, { cwd, env: environment(), ...user, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  const isPrinted = new Promise<void>((resolve) => {
    const add = (part: string) => {
      output += part;
      if (output.includes(text)) resolve();
    };
    child.stdout.setEncoding("utf8").on("data", add);
    child.stderr.setEncoding("utf8").on("data", add);
  });
  await Promise.race([isPrinted, ended]);
  child.kill("SIGTERM");
  await ended;
  return output;
}
