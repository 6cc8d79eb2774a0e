import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { Scheme } from "@apimachinery/runtime";
import { runHere } from "../../cmd/run-here.js";
import { generators } from "../../../generators/index.js";
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

const ofClients = ["client", "applyconfiguration", "lister", "informer"];

/**
 * Creates a work folder with Kubernetes' types and the hand-written functions of this folder.
 * Imports resolve from the work folder.
 * @param change changes the text of each file of types
 * @returns its path
 */
export function layOver(name: string, change = (text: string): string => text): string {
  const work = workFolder(`kubernetes-${name}`);
  const types = join(corpora ?? "", "kubernetes");
  for (const path of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts")) continue;
    mkdirSync(dirname(join(work, "kubernetes", path)), { recursive: true });
    writeFileSync(join(work, "kubernetes", path), change(readFileSync(join(types, path), "utf8")));
  }
  for (const path of overlaid()) cpSync(join(import.meta.dirname, path), join(work, "kubernetes", path));
  // The clients need the types of authentication/v1, which the folder does not have.
  const selected = generators.map(({ name: generator }) => generator).filter((one) => !ofClients.includes(one));
  writeFileSync(join(work, "codegen.config.json"), JSON.stringify({ generators: selected }));
  return work;
}

/** Compiles all files of a work folder except tests, and returns the messages of the compiler. */
export function compileAll(work: string, compilerOptions: object): string {
  const config = { compilerOptions, include: ["kubernetes/**/*.ts"], exclude: ["**/*.test.ts"] };
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [compiler, "-p", work], { cwd: work, encoding: "utf8" }).stdout;
}

/** Returns the paths of the hand-written files, which are in folders of groups and versions. */
export function overlaid(): readonly string[] {
  const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.includes(sep) && path.endsWith(".ts")).toSorted();
}

/** Returns the paths of the test objects below the folder of Kubernetes' types. */
export function samples(): readonly string[] {
  if (corpora === undefined) return [];
  return readdirSync(join(corpora, "kubernetes"), { recursive: true, encoding: "utf8" })
    .filter((path) => /^(?!meta).*testdata.*\.json$/.test(path))
    .toSorted();
}

/** Registers the types of all groups with a scheme. */
export async function installAll(work: string, scheme: Scheme): Promise<void> {
  for (const group of new Set(samples().map((path) => path.slice(0, path.indexOf("/"))))) {
    (await installOf(work, group))(scheme);
  }
}

/** Returns the function that registers the types of a group. */
export async function installOf(work: string, group: string): Promise<(scheme: Scheme) => void> {
  const folder = join(work, "kubernetes", group);
  const file = existsSync(join(folder, "install.ts")) ? "install.ts" : "zz_generated.install.ts";
  const { Install } = (await import(join(folder, file))) as { readonly Install: (scheme: Scheme) => void };
  return Install;
}

/** Runs codegen in this process. */
export async function generate(work: string, options: readonly string[] = []): Promise<Generated> {
  const { stdout, stderr, status } = await runHere(work, ["kubernetes", "--format", "json", ...options]);
  if (stdout === "") throw new Error(`codegen exited with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Generated;
}
