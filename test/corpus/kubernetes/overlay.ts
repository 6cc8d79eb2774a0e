import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { runHere } from "../../cmd/run-here.js";
import { corpora } from "../../generators/corpora.js";
import { workFolder } from "../../generators/run-generated.js";

/** Output of `codegen --format json`. */
export interface Generated {
  readonly problems: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly file: string;
  }[];
  readonly files: readonly { readonly path: string; readonly action: string }[];
}

/**
 * Creates a work folder with Kubernetes' types and the hand-written functions of this folder.
 * Imports resolve from the work folder.
 * @returns its path
 */
export function layOver(name: string): string {
  const work = workFolder(`kubernetes-${name}`);
  const types = join(corpora ?? "", "kubernetes");
  for (const path of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts")) continue;
    mkdirSync(dirname(join(work, path)), { recursive: true });
    cpSync(join(types, path), join(work, "kubernetes", path));
  }
  for (const path of overlaid()) cpSync(join(import.meta.dirname, path), join(work, "kubernetes", path));
  writeFileSync(join(work, "codegen.config.json"), "{}\n");
  return work;
}

/** Returns the paths of the hand-written files, which are in folders of groups and versions. */
export function overlaid(): readonly string[] {
  const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.includes(sep) && path.endsWith(".ts")).toSorted();
}

/** Runs codegen in this process. */
export async function generate(work: string, options: readonly string[] = []): Promise<Generated> {
  const { stdout, stderr, status } = await runHere(work, ["kubernetes", "--format", "json", ...options]);
  if (stdout === "") throw new Error(`codegen exited with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Generated;
}
