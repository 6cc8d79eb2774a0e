import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../../../engine/util/is-record.js";
import { InputError } from "../../failure.js";
import type { ServedGroup } from "./groups.js";

/**
 * Returns the groups of another package with module specifiers instead of file paths, so that
 * server code can import them.
 *
 * @param folder absolute path of the package
 * @throws InputError if the package does not export the files
 */
export function importedGroups(name: string, folder: string, groups: readonly ServedGroup[]): readonly ServedGroup[] {
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
  if (additions.length === 0) return mapped;
  const lines = additions.map((line) => `\n  ${line}`).join("");
  throw new InputError(
    `codegen: other packages cannot import the types of ${name}. Add to the files of ${name}:${lines}`,
  );
}

/** Returns a line for package.json that exports a file and the other files of its folder. */
function entryFor(file: string): string {
  const [top = ""] = file.split("/");
  return `package.json, "exports": "./${top}/*": "./dist/${top}/*"`;
}

/**
 * Reports whether the compiler writes declarations. Returns true if this is unknown, because the
 * settings can be in another file, which is not read.
 */
function hasDeclarations(folder: string): boolean {
  const file = join(folder, "tsconfig.json");
  return !existsSync(file) || /"(declaration|composite)"\s*:\s*true|"extends"/.test(readFileSync(file, "utf8"));
}

/** Returns the path of the compiled file of a source file, for the settings of `codegen init`. */
function compiledFile(file: string): string {
  return `./dist/${file.replace(/\.ts$/, ".js")}`;
}

/** Returns the `exports` of a package: the target paths of each key. */
function exportsOf(folder: string): ReadonlyMap<string, readonly string[]> {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const given = isRecord(manifest) ? manifest["exports"] : undefined;
  return new Map(Object.entries(isRecord(given) ? given : {}).map(([key, value]) => [key, targetsIn(value)]));
}

/** Returns the target paths in a value of `exports`, which may contain conditions. */
function targetsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return isRecord(value) ? Object.values(value).flatMap(targetsIn) : [];
}

/** Returns the key of `exports` whose targets include a file; undefined if no key does. */
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
