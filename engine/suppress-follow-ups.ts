import { posix } from "node:path";
import { runtimePackage } from "./runtime-package.js";
import type { Problem } from "./problem.js";

export interface Found {
  /** Whether the runtime fits. */
  readonly runtime: readonly Problem[];
  readonly loaded: readonly Problem[];
  readonly planned: readonly Problem[];
  /** Folders for which nothing is generated, because no marker asks for it. */
  readonly idle: readonly Problem[];
}

/**
 * Leaves out what follows from something else that is told, so that one cause is one problem: what
 * generators say of a line that loading could not read, or of a marker that is misspelt, what is
 * said to be missing where a type was refused, what is said of a folder without markers, or of
 * types in a file that can't be parsed, and all that types lack because the runtime is not there.
 */
export function suppressFollowUps({ runtime, loaded, planned, idle }: Found): Problem[] {
  const missing = runtime.find(({ code }) => code === "project/no-runtime");
  const others = loaded.filter((problem) => !isRuntimeMissing(problem));
  if (missing !== undefined && others.length < loaded.length) return [{ ...missing, severity: "error" }, ...others];
  // Types of such a file, or of such a name, are not what anybody meant: whatever is said of them
  // leads astray.
  const unparsed = new Set(loaded.flatMap(({ code, position: { file } }) => (code === "load/syntax" ? [file] : [])));
  if (unparsed.size > 0 || loaded.some(({ code }) => code === "load/duplicate-type")) {
    return [
      ...runtime,
      ...onceForEachName(loaded).filter(
        ({ code, position: { file } }) => code === "load/syntax" || !unparsed.has(file),
      ),
    ];
  }
  const errors = loaded.filter(({ severity }) => severity === "error");
  const unread = new Set(errors.filter(({ code }) => unreadCode.test(code)).map(lineOf));
  const missingIn = new Set(
    errors.filter(({ code }) => code.startsWith("load/") && !aboutOthers.has(code)).map(folderOf),
  );
  const isWhole = !errors.some(({ code }) => code.startsWith("load/") && !aboutOthers.has(code));
  const unasked = new Set(idle.map(folderOf));
  // What a package lacks is most likely what is nearly said.
  const nearly = new Set(
    loaded.flatMap(({ code, position: { file } }) =>
      code === "markers/near-miss" && /(^|\/)doc\.ts$/.test(file) ? [file] : [],
    ),
  );
  const isTrue = (problem: Problem): boolean =>
    !unread.has(lineOf(problem)) &&
    problem.needsTypesOf?.some((folder) => missingIn.has(folder)) !== true &&
    (isWhole || problem.needsAllTypes !== true) &&
    (problem.severity === "error" ||
      !(
        unasked.has(folderOf(problem)) ||
        problem.needsTypesOf?.some((folder) => unasked.has(folder)) === true ||
        nearly.has(problem.position.file)
      ));
  // Of a type that was refused for one of its parts the comments of the others are not read.
  const refused = new Set(
    errors.flatMap(({ code, position: { file } }) =>
      code.startsWith("load/") && !aboutOthers.has(code) ? [file] : [],
    ),
  );
  const own = onceForEachName(loaded).filter(
    ({ code, position: { file } }) => code !== "markers/unattached" || !refused.has(file),
  );
  return [...runtime, ...own, ...idle, ...planned.filter(isTrue)];
}

/** A name that a file does not import is reported where it occurs first. */
function onceForEachName(problems: readonly Problem[]): readonly Problem[] {
  const known = new Set<string>();
  return problems.filter(({ code, hint = "", position: { file } }) => {
    if (code !== "load/unresolved-name" || !hint.startsWith("import type")) return true;
    const key = `${file}:${hint}`;
    return !known.has(key) && known.add(key).has(key);
  });
}

/** Errors of loading for which no type is missing. */
const aboutOthers: ReadonlySet<string> = new Set([
  "load/required-recursion",
  "load/not-found",
  "load/no-package",
  "load/symbolic-link",
]);

const unreadCode = /^(load\/|markers\/(unknown|malformed)$)/;

function isRuntimeMissing({ code, hint }: Problem): boolean {
  return code === "load/not-installed" && hint === `npm i ${runtimePackage}`;
}

function folderOf({ position: { file } }: Problem): string {
  return posix.dirname(file);
}

function lineOf({ position: { file, line } }: Problem): string {
  return `${file}:${String(line)}`;
}
