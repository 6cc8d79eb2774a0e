import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../../../engine/util/is-record.js";
import type { ServedGroup } from "./groups.js";

/**
 * Returns the groups with specifiers of the package in place of the paths of its files: server code
 * of another package imports them. If it cannot, returns the lines to add to files of the package.
 *
 * @param folder absolute path of the package
 */
export function importedGroups(
  name: string,
  folder: string,
  groups: readonly ServedGroup[],
): readonly ServedGroup[] | { readonly additions: readonly string[] } {
  const missing: string[] = [];
  const exported = exportsOf(folder);
  const moduleOf = (file: string): string => {
    const key = keyOf(exported, compiledFile(file));
    if (key === undefined) missing.push(file);
    return `${name}${(key ?? "").slice(1)}`;
  };
  const mapped = groups.map((group) => ({
    ...group,
    installFile: moduleOf(group.installFile),
    kindsFile: moduleOf(group.kindsFile),
    versionFile: moduleOf(group.versionFile),
    kinds: group.kinds.map((kind) => {
      const [first, ...others] = kind.versions.map((each) => ({ ...each, kindsFile: moduleOf(each.kindsFile) }));
      return {
        ...kind,
        typeFile: moduleOf(kind.typeFile),
        versions: first === undefined ? kind.versions : ([first, ...others] as const),
      };
    }),
  }));
  const additions = [
    ...new Set(missing.map(entryFor)),
    ...(hasDeclarations(folder) ? [] : [`tsconfig.json, "compilerOptions": "declaration": true`]),
  ];
  return additions.length === 0 ? mapped : { additions };
}

/** Returns the entry of `exports` that leads to a file and to the others of its folder. */
function entryFor(file: string): string {
  const [top = ""] = file.split("/");
  return `package.json, "exports": "./${top}/*": "./dist/${top}/*"`;
}

/** Reports whether the compiler writes declarations, or whether its settings are elsewhere. */
function hasDeclarations(folder: string): boolean {
  const file = join(folder, "tsconfig.json");
  return !existsSync(file) || /"(declaration|composite)"\s*:\s*true|"extends"/.test(readFileSync(file, "utf8"));
}

/** Returns the path of the compiled file of a source, with the settings of `codegen init`. */
function compiledFile(file: string): string {
  return `./dist/${file.replace(/\.ts$/, ".js")}`;
}

/** Returns the targets of a package by the keys of its `exports`. */
function exportsOf(folder: string): ReadonlyMap<string, readonly string[]> {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const given = isRecord(manifest) ? manifest["exports"] : undefined;
  return new Map(Object.entries(isRecord(given) ? given : {}).map(([key, value]) => [key, targetsIn(value)]));
}

/** Returns the targets in a value of `exports`, which can have conditions. */
function targetsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return isRecord(value) ? Object.values(value).flatMap(targetsIn) : [];
}

/** Returns the key that leads to a file. */
function keyOf(exported: ReadonlyMap<string, readonly string[]>, file: string): string | undefined {
  for (const [key, targets] of exported)
    for (const target of targets) {
      if (target === file) return key;
      const [start = "", end] = target.split("*");
      if (end !== undefined && file.startsWith(start) && file.endsWith(end))
        return key.replace("*", file.slice(start.length, file.length - end.length));
    }
  return undefined;
}
