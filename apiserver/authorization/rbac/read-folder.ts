import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultObjects } from "./default-objects.js";
import type { RBACObjects } from "./objects.js";
import { readObjects, type ReadObject } from "./read-objects.js";

/**
 * Returns the names of the files with roles and bindings in a folder, sorted. Ignores hidden files,
 * and files in subfolders.
 */
export async function roleFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^[^.].*\.(ya?ml|json)$/.test(name)).sort();
}

/**
 * Reads all roles and bindings in a folder, and adds Kubernetes' default ones. An object in a file
 * replaces the default object of the same kind and name.
 * @throws Error with a line for each problem: `file:line:column: message`
 */
export async function readFolder(folder: string): Promise<RBACObjects> {
  const problems: string[] = [];
  const found: ReadObject[] = [];
  for (const name of await roleFiles(folder)) {
    const file = join(folder, name);
    found.push(...readObjects(file, await readFile(file, "utf8"), problems));
  }
  reportDuplicates(found, problems);
  if (problems.length > 0) throw new Error([...new Set(problems)].join("\n"));
  const roles = (kind: string) =>
    found.flatMap((each) => (each.kind === kind && "rules" in each.object ? [each.object] : []));
  const bindings = (kind: string) =>
    found.flatMap((each) => (each.kind === kind && "subjects" in each.object ? [each.object] : []));
  return {
    roles: roles("Role"),
    roleBindings: bindings("RoleBinding"),
    clusterRoles: withDefaults(roles("ClusterRole"), defaultObjects.clusterRoles),
    clusterRoleBindings: withDefaults(bindings("ClusterRoleBinding"), defaultObjects.clusterRoleBindings),
  };
}

function withDefaults<T extends { readonly name: string }>(own: readonly T[], defaults: readonly T[]): readonly T[] {
  const names = new Set(own.map(({ name }) => name));
  return [...defaults.filter(({ name }) => !names.has(name)), ...own];
}

function reportDuplicates(found: readonly ReadObject[], problems: string[]): void {
  const positions = new Map<string, string>();
  for (const { kind, object, position } of found) {
    const where = object.namespace === "" ? "" : ` in the namespace ${JSON.stringify(object.namespace)}`;
    const what = `${kind} ${JSON.stringify(object.name)}${where}`;
    const first = positions.get(what);
    if (first !== undefined) problems.push(`${position}: ${what} is already defined at ${first}`);
    else positions.set(what, position);
  }
}
