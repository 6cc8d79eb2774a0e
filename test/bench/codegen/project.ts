import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "./files.js";
import { writeInput } from "../../corpus/input.js";
import { groupsOf } from "../../corpus/hub.js";
import { readVersions } from "../../corpus/source.js";

/** Path of the repository, relative to the compiled file. */
export const repository = fileURLToPath(new URL("../../../../", import.meta.url));

/** A project folder with types. */
export interface Project {
  readonly folder: string;
  /** Folders with types, relative to the project. */
  readonly paths: readonly string[];
  /** File that the measured edits change. */
  readonly edited: string;
  /** File with types to which nearly all folders refer. */
  readonly widelyUsed?: string;
  readonly remove: () => void;
}

/** Returns a project with this repository's pizza API. */
export function pizza(): Project {
  const project = createProject(["apis"], "apis/restaurant/v1beta1/types.ts");
  cpSync(join(repository, "apis"), join(project.folder, "apis"), {
    recursive: true,
    filter: (path) => !isGenerated(path),
  });
  return project;
}

/**
 * Returns a project with Kubernetes' groups and this repository's hand-written functions. The
 * project contains several copies of them, with different group names.
 */
export function kubernetes(corpora: string, copies: number): Project {
  const names = Array.from({ length: copies }, (_copy, index) => `kubernetes${index === 0 ? "" : String(index)}`);
  const project = { ...createProject(names, "kubernetes/apps/v1/types.ts"), widelyUsed: "kubernetes/core/v1/types.ts" };
  for (const [index, name] of names.entries()) {
    const prefix = index === 0 ? "" : `copy${String(index)}`;
    copyTypes(join(corpora, "kubernetes"), join(project.folder, name), prefix);
    removeForeignMethods(join(project.folder, name, "core/v1/types.ts"));
    copyTypes(join(repository, "test/corpus/kubernetes"), join(project.folder, name), prefix, (path) =>
      path.includes(sep),
    );
  }
  return project;
}

/**
 * Returns a project with the groups of the npm package kubernetes-types. These groups have no
 * conversions.
 */
export function kubernetesTypes(copies: number): Project {
  const names = Array.from({ length: copies }, (_copy, index) => `apis${String(index)}`);
  const project = createProject(names, "apis0/apps/v1/types.ts");
  const groups = groupsOf(readVersions());
  for (const [index, name] of names.entries()) {
    writeInput(join(project.folder, name), groups);
    if (index > 0) copyTypes(join(project.folder, name), join(project.folder, name), `copy${String(index)}`);
  }
  return project;
}

export function removeGenerated({ folder }: Project): void {
  for (const path of filesBelow(folder)) if (isGenerated(path)) rmSync(join(folder, path), { force: true });
  rmSync(join(folder, "generated"), { recursive: true, force: true });
}

export function forgetCache({ folder }: Project): void {
  rmSync(join(folder, "node_modules/.cache"), { recursive: true, force: true });
}

export function isGenerated(path: string): boolean {
  return /(^|[\\/])zz_generated\.[^\\/]*$/.test(path);
}

function createProject(paths: readonly string[], edited: string): Project {
  const folder = mkdtempSync(join(tmpdir(), "codegen-bench-"));
  cpSync(join(repository, "node_modules/.package-lock.json"), join(folder, "node_modules/.package-lock.json"));
  for (const name of ["@apimachinery", "fast-check", "vitest", "@types"])
    symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`);
  writeFileSync(join(folder, "codegen.config.json"), "{}\n");
  return {
    folder,
    paths,
    edited,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function copyTypes(from: string, to: string, prefix: string, wanted: (path: string) => boolean = () => true): void {
  for (const path of filesBelow(from)) {
    if (!path.endsWith(".ts") || isGenerated(path) || path.endsWith(".test.ts") || !wanted(path)) continue;
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, inGroup(readFileSync(join(from, path), "utf8"), prefix));
  }
}

/** Removes the methods of clients whose types are in groups that the corpora do not have. */
function removeForeignMethods(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/^ \* \+genclient:method=.*authentication\/v1\..*\n/m, ""));
}

/**
 * Returns the text of a group's types with another group name, which begins with the prefix,
 * because the first label names the group in clients. The core group also gets a name.
 */
function inGroup(text: string, prefix: string): string {
  if (prefix === "") return text;
  return text
    .replace(
      /(\+groupName=)([\w.-]*)/g,
      (_match, marker: string, group: string) => `${marker}${prefix}${group === "" ? "core" : group}`,
    )
    .replace(
      /(TypeMeta<")(?:([\w.-]+)\/)?(\w+")/g,
      (_match, open: string, group: string | undefined, version: string) =>
        `${open}${prefix}${group ?? "core"}/${version}`,
    );
}

/** Reports whether the folder with the corpora contains Kubernetes. */
export function hasKubernetes(corpora: string | undefined): corpora is string {
  return corpora !== undefined && existsSync(join(corpora, "kubernetes"));
}
