import { posix } from "node:path";
import type { PlanInput } from "../../../engine/plan/generator.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Position, Problem } from "../../../engine/base/problem.js";
import { badPattern, costlyPattern, patternsOf } from "./patterns.js";
import { validationProblems } from "../../problem-codes/validation.js";

/**
 * npm package that matches regular expressions. The runtime imports it only for patterns and CEL
 * rules.
 */
const engine = "re2js";

/**
 * Returns a function that reports that the npm package for regular expressions is not correctly
 * installed. The function reports the problem at most once.
 */
export function engineCheck(
  { installed, add, readFile }: PlanInput,
  problems: Problem[],
): (what: string, position: Position) => void {
  let isReported = false;
  return (what, position) => {
    const reason = isReported ? undefined : problemOf(installed(engine, "runtime"), position.file, readFile);
    if (reason === undefined) return;
    isReported = true;
    problems.push({
      ...validationProblems.is("validation/no-re2js"),
      message: `${what} requires the package ${engine}, which is ${reason}`,
      hint: add([engine]),
      position,
    });
  };
}

/**
 * Returns a function that reports whether a regular expression is valid. It also reports the
 * problem of an invalid or expensive regular expression.
 * @param uses called for each marker with a regular expression
 */
export function patternCheck(
  input: PlanInput,
  uses: (marker: Marker) => void,
  report: (problem: Problem) => void,
): (pattern: string, marker: Marker, maxLength: number | undefined) => boolean {
  return (pattern, marker, maxLength) => {
    uses(marker);
    const patterns = patternsOf(input);
    const bad = badPattern(patterns, pattern, marker);
    const problem = bad ?? costlyPattern(patterns, pattern, marker, maxLength);
    if (problem !== undefined) report(problem);
    return bad === undefined;
  };
}

/**
 * Returns the problem of the installation of the npm package for regular expressions; undefined if
 * it is correctly installed. codegen itself depends on this package. If a project needs codegen
 * only for development, the package is present during development, but not in production.
 * @param file path of a source file of the project
 */
function problemOf(isInstalled: boolean, file: string, readFile: PlanInput["readFile"]): string | undefined {
  if (!isInstalled) return "not installed";
  const manifests = foldersAbove(file).flatMap((folder) => readFile(posix.join(folder, "package.json")) ?? []);
  const isOnlyOfCodegen =
    manifests.some((text) => declares(text, ["@apimachinery/codegen"], ["devDependencies"])) &&
    !manifests.some((text) => declares(text, [engine, "@apimachinery/apiserver"], production));
  return isOnlyOfCodegen ? "installed only for development" : undefined;
}

const production = ["dependencies", "peerDependencies", "optionalDependencies"];

/**
 * Reports whether a package.json declares one of the npm packages in one of the given dependency
 * groups.
 */
function declares(manifest: string, names: readonly string[], groups: readonly string[]): boolean {
  try {
    const parsed = JSON.parse(manifest) as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
    return groups.some((group) => names.some((name) => parsed[group]?.[name] !== undefined));
  } catch {
    return false;
  }
}

/** Returns the folder of a file and all parent folders, up to the root of the project. */
function foldersAbove(file: string): string[] {
  const folder = posix.dirname(file);
  return folder === "." || folder.startsWith("..") ? ["."] : [folder, ...foldersAbove(folder)];
}
