import { posix } from "node:path";
import { isInProject } from "../util/is-in-project.js";
import { isRecord } from "../util/is-record.js";
import type { Generator } from "./generator.js";

/**
 * Checks the plan of a custom generator at run time, because the generator can be JavaScript
 * without type checks.
 *
 * @param tables problem codes of the generator; if absent, problems can have any code
 * @throws Error if the plan is invalid
 */
export function checkPlan(plan: unknown, tables?: Generator["problems"]): void {
  if (!isRecord(plan))
    throw new Error(`plan returned ${plan === null ? "null" : typeof plan} instead of { files, problems }`);
  for (const key of ["files", "problems"])
    if (!Array.isArray(plan[key])) throw new Error(`the plan has no list "${key}"`);
  if (plan["keep"] !== undefined) checkTexts(plan["keep"], `"keep" of the plan`);
  (plan["files"] as readonly unknown[]).forEach(checkFile);
  (plan["problems"] as readonly unknown[]).forEach((problem, index) => {
    checkProblem(problem, `problems[${index}]`);
    checkCode(problem["code"], `problems[${index}]`, tables);
  });
  if (plan["report"] !== undefined) checkReport(plan["report"]);
  if (plan["unknownKeys"] !== undefined) checkUnknownKeys(plan["unknownKeys"]);
  if (plan["optionProblems"] !== undefined) checkOptionProblems(plan["optionProblems"], tables);
}

function checkOptionProblems(problems: unknown, tables: Generator["problems"]): void {
  if (!Array.isArray(problems)) throw new Error(`"optionProblems" of the plan is not a list`);
  for (const [index, problem] of (problems as readonly unknown[]).entries()) {
    const name = `optionProblems[${index}]`;
    checkHead(problem, name);
    if (!Array.isArray(problem["path"])) throw new Error(`"path" of ${name} is not a list`);
    checkCode(problem["code"], name, tables);
  }
}

function checkUnknownKeys(keys: unknown): void {
  if (!Array.isArray(keys)) throw new Error(`"unknownKeys" of the plan is not a list`);
  for (const [index, key] of (keys as readonly unknown[]).entries()) {
    const name = `unknownKeys[${index}]`;
    if (!isRecord(key)) throw new Error(`${name} of the plan is not an object`);
    for (const part of ["option", "key", "wanted"])
      if (typeof key[part] !== "string") throw new Error(`${name} of the plan has no string property "${part}"`);
    checkTexts(key["known"], `"known" of ${name}`);
  }
}

function checkReport(report: unknown): void {
  if (!isRecord(report) || typeof report["file"] !== "string" || !Array.isArray(report["violations"]))
    throw new Error(`"report" of the plan is not an object with "file" and "violations"`);
  if (!isInProject(report["file"]))
    throw new Error(`"report.file" of the plan (${report["file"]}) is not a path in the project, relative to its root`);
  (report["violations"] as readonly unknown[]).forEach((violation, index) => {
    const name = `report.violations[${index}]`;
    if (!isRecord(violation)) throw new Error(`${name} of the plan is not an object`);
    for (const key of ["rule", "package", "type", "field"])
      if (typeof violation[key] !== "string") throw new Error(`${name} of the plan has no string property "${key}"`);
    checkProblem(violation["problem"], `${name}.problem`);
  });
}

function checkFile(file: unknown, index: number): void {
  if (!isRecord(file)) throw new Error(`files[${index}] of the plan is not an object`);
  const { path } = file;
  const name = `files[${index}] of the plan${typeof path === "string" ? ` (${path})` : ""}`;
  for (const key of ["package", "path", "template"]) {
    if (typeof file[key] !== "string" || file[key] === "")
      throw new Error(`${name} needs the property "${key}": a string that is not empty`);
  }
  if (file["view"] === undefined) throw new Error(`${name} has no "view"`);
  checkTexts(file["exports"], `"exports" of ${name}`);
  if (file["reexports"] !== undefined && !Array.isArray(file["reexports"]))
    throw new Error(`"reexports" of ${name} is not a list`);
  if (typeof path === "string" && !isInside(path)) {
    throw new Error(
      `${name} is not a path in the project: it must be relative to the root, with forward slashes and without "..", and end in .ts or .md`,
    );
  }
}

function isInside(path: string): boolean {
  return (
    /\.(ts|md)$/.test(path) &&
    !/[\\:\0]/.test(path) &&
    posix.normalize(path) === path &&
    !path.startsWith("/") &&
    !path.startsWith("../")
  );
}

type CheckedProblem = { readonly [key: string]: unknown; readonly code: string };

/** Checks the properties that all problems have. */
function checkHead(problem: unknown, place: string): asserts problem is CheckedProblem {
  if (!isRecord(problem)) throw new Error(`${place} of the plan is not an object`);
  const { code, severity, message } = problem;
  const name = `${place} of the plan${typeof code === "string" ? ` (${code})` : ""}`;
  if (typeof code !== "string" || typeof message !== "string")
    throw new Error(`${name} has no string property "code" or "message"`);
  if (severity !== "error" && severity !== "warning" && severity !== "info")
    throw new Error(`${name} has a "severity" that is not error, warning or info`);
}

function checkProblem(problem: unknown, place: string): asserts problem is CheckedProblem {
  checkHead(problem, place);
  const { code, position } = problem;
  const isPlace =
    isRecord(position) &&
    typeof position["file"] === "string" &&
    typeof position["line"] === "number" &&
    typeof position["column"] === "number";
  if (!isPlace) throw new Error(`${place} of the plan (${code}) has no "position" with file, line and column`);
}

function checkCode(code: string, place: string, tables: Generator["problems"]): void {
  if (tables === undefined || tables.some(({ rows }) => Object.hasOwn(rows, code))) return;
  throw new Error(`${place} of the plan has the code ${code}, which the generator's "problems" do not define`);
}

function checkTexts(value: unknown, name: string): void {
  if (!Array.isArray(value) || !value.every((part) => typeof part === "string"))
    throw new Error(`${name} is not a list of strings`);
}
