import { execFileSync } from "node:child_process";
import type { Tree } from "../../engine/temporary-folder.js";
import { apiProject } from "../api-project.js";

/** Runs git in a folder, with a fixed author. */
export function git(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
}

/** Creates a project in a git repository. Its first commit has the given files and the tag v1. */
export function gitProject(tree: Tree): string {
  const root = apiProject({ ".gitignore": "node_modules\n", ...tree });
  git(root, "init", "--quiet", "--initial-branch=main");
  commit(root, "v1");
  return root;
}

/** Commits all files, and tags the commit. */
export function commit(root: string, tag: string): void {
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--message", tag);
  git(root, "tag", tag);
}
