import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder, writeTree, type Tree } from "../engine/temporary-folder.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Creates a project with the given files, in which the runtime, fast-check and vitest are
 * installed.
 * @returns the project's folder
 */
export function apiProject(tree: Tree): string {
  const root = temporaryFolder({ "package.json": `{ "name": "sample", "type": "module" }\n` });
  mkdirSync(join(root, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(repository, "runtime"), join(root, "node_modules/@apimachinery/runtime"));
  for (const name of ["fast-check", "vitest"])
    symlinkSync(join(repository, "node_modules", name), join(root, "node_modules", name));
  writeTree(root, tree);
  return root;
}

/** Returns the text of a doc.ts with the given markers. */
export function doc(...markers: readonly string[]): string {
  return `/**\n${markers.map((marker) => ` * +${marker}\n`).join("")} */\nexport {};\n`;
}

/** Returns the text of a doc.ts for an API group, with markers for all generators. */
export function groupDoc(group: string, ...more: readonly string[]): string {
  return doc("k8s:deepcopy-gen=package", "k8s:defaulter-gen=TypeMeta", `groupName=${group}`, ...more);
}

/** Returns the text of a types.ts with one kind that has the given fields. */
export function kind(apiVersion: string, name: string, fields: string, imports = ""): string {
  return `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";\n${imports}\nexport interface ${name} extends TypeMeta<"${apiVersion}", "${name}"> {\n  metadata: ObjectMeta;\n${fields}\n}\n`;
}
