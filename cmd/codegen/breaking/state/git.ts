import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { relativePath } from "../../../../engine/util/relative-path.js";
import { UsageError } from "../../failure.js";
import { isRead, type StateFile } from "./files.js";

/** The commit of a git revision, and its repository. */
export interface Revision {
  /** Absolute path of the repository's root folder. */
  readonly top: string;
  readonly commit: string;
}

/**
 * Finds the commit of a revision. Writes no files, not even git's index.
 * @throws UsageError if the revision cannot be read
 */
export function findRevision(cwd: string, name: string): Revision {
  const top = run(cwd, ["rev-parse", "--show-toplevel"]);
  if (top.fault !== undefined)
    throw new UsageError(
      `the revision ${name} cannot be read: ${top.fault}`,
      `use a folder instead: --against ./${name}`,
    );
  const commit = run(cwd, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  if (commit.fault === undefined) return { top: realpathSync(lineIn(top)), commit: lineIn(commit) };
  const isShallow = lineIn(run(cwd, ["rev-parse", "--is-shallow-repository"])) === "true";
  if (isShallow)
    throw new UsageError(
      `the revision ${name} does not exist in this clone, which is shallow and lacks older commits`,
      "run git fetch --unshallow --tags; in GitHub Actions, use actions/checkout with fetch-depth: 0",
    );
  throw new UsageError(
    `the revision ${name} does not exist`,
    `run git fetch --tags origin, or use a folder: --against ./${name}`,
  );
}

/**
 * Reads the files of a commit from git's object store, not from the working tree.
 * @throws UsageError if the commit cannot be read
 */
export function filesOfCommit({ top, commit }: Revision): readonly StateFile[] {
  const read = (args: readonly string[], input?: string): Buffer => {
    const { output, fault } = run(top, args, input);
    if (fault !== undefined) throw new UsageError(`the commit ${commit} cannot be read: ${fault}`);
    return output;
  };
  const entries = read(["ls-tree", "-r", "-z", "--full-tree", commit])
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, mode = "", id = "", path = ""] = /^(\d+) blob (\w+)\t(.+)$/s.exec(line) ?? [];
      const isLink = mode === "120000";
      return id !== "" && (isLink || isRead(path)) ? [{ id, path, isLink }] : [];
    });
  const input = entries.map(({ id }) => `${id}\n`).join("");
  const contents = blobsIn(read(["cat-file", "--batch"], input));
  const missing = entries[contents.length];
  if (missing !== undefined)
    throw new UsageError(`the commit ${commit} cannot be read: git does not have the content of ${missing.path}`);
  return entries.map(({ path, isLink }, index): StateFile => {
    const content = contents[index] ?? new Uint8Array();
    return isLink ? { path, content, isLink } : { path, content };
  });
}

/**
 * Returns the path of a folder in its repository, with forward slashes; empty for the root folder.
 */
export function pathInRepository({ top }: Revision, folder: string): string {
  return relativePath(top, realpathSync(folder));
}

/**
 * Returns the file contents in the output of `git cat-file --batch`, up to the first missing file.
 */
function blobsIn(output: Buffer): readonly Uint8Array[] {
  const contents: Uint8Array[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf("\n", at);
    const [, size] = /^\w+ blob (\d+)$/.exec(output.toString("utf8", at, end)) ?? [];
    if (size === undefined) break;
    contents.push(output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return contents;
}

/** Returns the line that a command has printed. */
function lineIn({ output }: Output): string {
  return output?.toString("utf8").replace(/\n$/, "") ?? "";
}

type Output =
  | { readonly output: Buffer; readonly fault?: undefined }
  | { readonly output?: undefined; readonly fault: string };

function run(cwd: string, args: readonly string[], input = ""): Output {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
  const { error, status, stdout, stderr } = spawnSync("git", [...args], { cwd, input, env, maxBuffer: 2 ** 30 });
  if (error !== undefined && "code" in error && error.code === "ENOENT") return { fault: "git is not installed" };
  if (error !== undefined) return { fault: error.message };
  if (status === 0) return { output: stdout };
  const [line = ""] = stderr.toString("utf8").split("\n");
  return {
    fault: line.replace(/^fatal: /, "").replace(/ \(or any of the parent.*/, "") || `git failed with ${String(status)}`,
  };
}
