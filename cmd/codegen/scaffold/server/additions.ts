import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import { gitIgnore } from "../../init.js";
import type { Scripts } from "../manifest.js";
import { controllerMainPath, definitionPath, strategiesPath } from "../paths.js";
import { caseOf, definitionAdditions, mainFile, strategyAdditions, type NewServer } from "./sources.js";

/**
 * Returns the code that a user must add to existing files, below the name of each file.
 *
 * @param done a line for each file of the server; existing files have the form `exists
 * src/main.ts`
 * @param scripts the new scripts that were not added to package.json, because it has different
 * scripts with the same names
 */
export function additions(root: string, server: NewServer, done: readonly string[], scripts: Scripts): string[] {
  const kinds = server.groups.flatMap((group) => group.kinds);
  const add = adder(root, done);
  return [
    ...setUpAdditions(root, done, scripts),
    ...add(mainFile.path, (text) => (text.includes("definition") ? [] : [mainFile.text])),
    ...add(definitionPath, (text) => definitionAdditions(text, server)),
    ...add(strategiesPath, (text) => strategyAdditions(text, server)),
    ...leasesToServe(root),
    ...add("test/server.test.ts", (text) =>
      kinds
        .filter(({ sample }) => !text.includes(unescapeLiteral(sample)))
        .map((kind) =>
          text.includes("test.each([")
            ? `test.each([ … ]):\n${caseOf(kind)}`
            : `a request that creates samples/${kind.sample}.yaml`,
        ),
    ),
  ];
}

/**
 * Returns the code that adds Leases to an existing server, if the project also has controllers.
 * Replicas of a controller elect a leader with a Lease.
 */
export function leasesToServe(root: string): string[] {
  if (![definitionPath, controllerMainPath].every((path) => existsSync(join(root, path)))) return [];
  return toAdd(root, definitionPath, (text) =>
    text.includes("leaseGroup")
      ? []
      : [`import { leaseGroup } from "@apimachinery/apiserver";`, "groups: [ …, leaseGroup ], for controllers"],
  );
}

/** Returns the pieces of code that are missing in the content of a file. */
type Missing = (text: string) => readonly string[];

/**
 * Returns a function that calls `toAdd` for an existing file, and returns an empty list for a new
 * file.
 */
export function adder(root: string, done: readonly string[]): (path: string, missing: Missing) => string[] {
  return (path, missing) => (done.includes(`exists  ${path}`) ? toAdd(root, path, missing) : []);
}

/** Returns the code that a user must add to an existing file, below the name of the file. */
export function toAdd(root: string, path: string, missing: Missing): string[] {
  const lines = missing(readFileSync(join(root, path), "utf8")).flatMap((text) => text.trimEnd().split("\n"));
  return lines.length === 0 ? [] : [`  ${path}:\n${lines.map((line) => `    ${line}`.trimEnd()).join("\n")}\n`];
}

/**
 * Returns the lines that a user must add to existing files such as package.json and tsconfig.json.
 */
export function setUpAdditions(root: string, done: readonly string[], scripts: Scripts): string[] {
  const kept = Object.entries(scripts).map(([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`);
  const add = adder(root, done);
  return [
    ...(kept.length === 0 ? [] : [`  package.json, "scripts":\n${kept.map((line) => `    ${line}\n`).join("")}`]),
    ...add("tsconfig.json", compilerSettings),
    ...add(gitIgnore.path, (text) =>
      gitIgnore.text.split("\n").filter((line) => line !== "" && !lines(text).includes(line.replace(/\/$/, ""))),
    ),
  ];
}

/** Returns the compiler settings that the scripts need and that are missing in a tsconfig.json. */
function compilerSettings(text: string): string[] {
  const settings: readonly (readonly [RegExp, string])[] = [
    [/"module"\s*:\s*"node(16|18|20|next)"/i, `"module": "NodeNext"`],
    [/"outDir"\s*:\s*"(\.\/)?dist\/?"/, `"outDir": "dist"`],
    [/"rootDir"\s*:\s*"\.\/?"/, `"rootDir": "."`],
    [/"src\b/, `"include": ["apis", "src"]`],
  ];
  return settings.filter(([pattern]) => !pattern.test(text)).map(([, line]) => line);
}

/** Returns the lines of a .gitignore without trailing slashes. */
function lines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trim().replace(/\/$/, ""));
}
