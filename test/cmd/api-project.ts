import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder, writeTree, type Tree } from "../engine/temporary-folder.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * A project with these files, in which the runtime, fast-check and vitest are installed, for the
 * generators of the product.
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

/** A doc.ts with these markers. */
export function doc(...markers: readonly string[]): string {
  return `/**\n${markers.map((marker) => ` * +${marker}\n`).join("")} */\nexport {};\n`;
}

/** A doc.ts that asks for everything in one group. */
export function groupDoc(group: string, ...more: readonly string[]): string {
  return doc("k8s:deepcopy-gen=package", "k8s:defaulter-gen=TypeMeta", `groupName=${group}`, ...more);
}

/** A kind with these fields. */
export function kind(apiVersion: string, name: string, fields: string, imports = ""): string {
  return `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";\n${imports}\nexport interface ${name} extends TypeMeta<"${apiVersion}", "${name}"> {\n  metadata: ObjectMeta;\n${fields}\n}\n`;
}
