import { posix } from "node:path";
import { runtimePackage } from "../base/runtime-package.js";
import { formatPosition, type Problem } from "../base/problem.js";

/** The problems that a run has found, by the stage that has found them. */
export interface RunProblems {
  /** Problems with the installed runtime. */
  readonly runtime: readonly Problem[];
  readonly loaded: readonly Problem[];
  readonly planned: readonly Problem[];
  /** Problems with folders for which no code is generated, because no marker requests it. */
  readonly ungenerated: readonly Problem[];
}

/**
 * Removes problems that follow from another problem, so that each root cause is reported once.
 * These problems are removed:
 *
 * - unresolved types of the runtime, and all `planned` and `ungenerated` problems, if types of the
 *   runtime are unresolved because it is not installed;
 * - all other problems of a file with a syntax error, and all `planned` and `ungenerated` problems
 *   if any file has a syntax error or a type is declared twice;
 * - all problems that the same edit of an import corrects, except the first one;
 * - problems of comments without a declaration in a file with a type that was rejected;
 * - problems of generators at a line that could not be read, or about types that were rejected;
 * - warnings of generators about a doc.ts with a misspelt marker;
 * - warnings of generators about a folder for which no marker requests generated code, and errors
 *   about such a folder if the missing code is itself an error;
 * - warnings of generators at the position of a generator's error, because both usually have the
 *   same cause;
 * - unused functions in a folder with a marker that names a missing folder.
 */
export function suppressFollowUps({ runtime, loaded, planned, ungenerated }: RunProblems): Problem[] {
  const missing = runtime.find(({ code }) => code === "project/no-runtime");
  const others = loaded.filter((problem) => !isRuntimeMissing(problem));
  if (missing !== undefined && others.length < loaded.length) return [{ ...missing, severity: "error" }, ...others];
  // The model lacks the types of a file with a syntax error, and types that are declared twice.
  // Problems that may follow from this are not reported.
  const unparsed = new Set(loaded.flatMap(({ code, position: { file } }) => (code === "load/syntax" ? [file] : [])));
  if (unparsed.size > 0 || loaded.some(({ code }) => code === "load/duplicate-type")) {
    return [
      ...runtime,
      ...oncePerName(loaded).filter(({ code, position: { file } }) => code === "load/syntax" || !unparsed.has(file)),
    ];
  }
  const refusals = loaded.filter(isRefusal);
  // The rest of an unsupported type is not read, so comments in it seem to be without a
  // declaration.
  const refusedFiles = new Set(refusals.map(({ position: { file } }) => file));
  const own = oncePerName(loaded).filter(
    ({ code, position: { file } }) => code !== "markers/unattached" || !refusedFiles.has(file),
  );
  const isRootCause = rootCauses(loaded, refusals, ungenerated, planned);
  return [...runtime, ...own, ...ungenerated, ...planned.filter(isRootCause)];
}

/** Returns a function that reports whether a generator's problem is a root cause. */
function rootCauses(
  loaded: readonly Problem[],
  refusals: readonly Problem[],
  ungenerated: readonly Problem[],
  planned: readonly Problem[],
): (problem: Problem) => boolean {
  const unreadLines = new Set(
    loaded.filter(({ code, severity }) => severity === "error" && unreadCode.test(code)).map(lineOf),
  );
  const incomplete = new Set(refusals.map(folderOf));
  const unasked = new Set(ungenerated.map(folderOf));
  const withoutCode = new Set(ungenerated.filter(({ severity }) => severity === "error").map(folderOf));
  // If a generator reports a missing package marker, the probable cause is a misspelt marker in the
  // same doc.ts.
  const misspelt = new Set(
    loaded.flatMap(({ code, position: { file } }) =>
      code === "markers/near-miss" && /(^|\/)doc\.ts$/.test(file) ? [file] : [],
    ),
  );
  const wrong = new Set(
    planned.flatMap(({ severity, position }) => (severity === "error" ? [formatPosition(position)] : [])),
  );
  const withoutHub = new Set(loaded.filter(({ code }) => code === "load/not-found").map(folderOf));
  return (problem) => {
    const { severity, needsTypesOf = [], needsAllTypes, position } = problem;
    if (unreadLines.has(lineOf(problem)) || needsTypesOf.some((folder) => incomplete.has(folder))) return false;
    if (needsAllTypes === true && refusals.length > 0) return false;
    if ([folderOf(problem), ...needsTypesOf].some((folder) => withoutCode.has(folder))) return false;
    if (severity === "error") return true;
    if (severity === "warning" && wrong.has(formatPosition(position))) return false;
    const isUnasked = [folderOf(problem), ...needsTypesOf].some((folder) => unasked.has(folder));
    if (problem.code.endsWith("/unused-function") && withoutHub.has(folderOf(problem))) return false;
    return !isUnasked && !misspelt.has(position.file);
  };
}

/**
 * Keeps only the first problem about each name that a file does not import, and about each wrong
 * package from which it imports. One edit of the import corrects all problems with the same cause.
 */
function oncePerName(problems: readonly Problem[]): readonly Problem[] {
  const known = new Set<string>();
  return problems.filter(({ code, cause, position: { file } }) => {
    if ((code !== "load/unresolved-name" && code !== "load/unresolved-import") || cause === undefined) return true;
    const key = `${file}:${cause}`;
    return !known.has(key) && known.add(key).has(key);
  });
}

/** Reports whether a problem is the reason why the model lacks a type. */
function isRefusal({ code, severity }: Problem): boolean {
  return severity === "error" && code.startsWith("load/") && !withoutRefusal.has(code);
}

/** Codes of errors after which the model still contains all types. */
const withoutRefusal: ReadonlySet<string> = new Set([
  "load/required-recursion",
  "load/not-found",
  "load/no-package",
  "load/symbolic-link",
]);

const unreadCode = /^(load\/|markers\/(unknown|malformed|misplaced)$)/;

function isRuntimeMissing({ cause }: Problem): boolean {
  return cause === `not-installed:${runtimePackage}`;
}

function folderOf({ position: { file } }: Problem): string {
  return posix.dirname(file);
}

function lineOf({ position: { file, line } }: Problem): string {
  return `${file}:${String(line)}`;
}
