import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Report, ReportedProblem } from "./cases.js";

/** What a project serves and checks, as its files show it after a run. */
export interface State {
  /** Files that register kinds, and the versions of Install and of CRDs. */
  readonly served: ReadonlySet<string>;
  /** Number of rules that a server enforces in each file with rules. */
  readonly rules: ReadonlyMap<string, number>;
  /** Functions that a file declares twice. */
  readonly twice: readonly string[];
  /** The errors of the run. */
  readonly errors: readonly ReportedProblem[];
}

/** Returns the state of a work folder after a run. A run with errors has generated no files. */
export function stateOf(work: string, report: Report): State {
  const errors = report.problems.filter(({ severity }) => severity === "error");
  const sources = readdirSync(work, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(work, path), text: readFileSync(path, "utf8") }));
  const generated =
    errors.length > 0 ? [] : report.files.filter(({ action }) => action !== "delete").map(({ path }) => path);
  const written = sources.filter(({ path }) => generated.includes(path));
  const validated = new Set(written.filter(({ path }) => path.endsWith(".validation.ts")).map(folderOf));
  const schemas = written.filter((file) => file.path.endsWith(".schema.ts") && validated.has(folderOf(file)));
  return {
    served: new Set(written.flatMap(versionsIn)),
    // A server validates the objects of clients in their versions, and not in the hub above them.
    rules: new Map(
      schemas.filter((file) => !schemas.some((other) => dirname(folderOf(other)) === folderOf(file))).map(rulesIn),
    ),
    twice: sources.flatMap(repeatedIn),
    errors,
  };
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Returns the file of a register function, and the versions of an Install function or a CRD. */
function versionsIn({ path, text }: Source): string[] {
  if (path.endsWith("zz_generated.register.ts")) return [path];
  const pattern = path.endsWith("zz_generated.install.ts")
    ? /from "(\.\/[^"]+)"/g
    : path.endsWith(".yaml")
      ? /^ {2}[- ] name: (v\S+)$/gm
      : undefined;
  return pattern === undefined ? [] : [...text.matchAll(pattern)].map(([, version]) => `${path}: ${version ?? ""}`);
}

function folderOf({ path }: Source): string {
  return dirname(path);
}

/**
 * Counts the rules of the schemas of a file. A rule of alpha stability is not enforced. Whether a
 * property is required does not count: a hint for its default or its optionality changes that on
 * purpose.
 */
function rulesIn({ path, text }: Source): [string, number] {
  const rules = text.match(/\{\s*kind: "(?!required)[a-z]\w*"/g)?.length ?? 0;
  return [path, rules - (text.match(/stability: "alpha"/g)?.length ?? 0)];
}

function repeatedIn({ path, text }: Source): string[] {
  const names = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = ""]) => name);
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${path}: ${name}`);
}

/**
 * Returns the respects in which a project is worse than before a fix.
 *
 * @param fix what the fix may reveal, and whether its text states that a rule is switched off
 */
export function worseThan(before: State, after: State, fix: Allowed = { revealed: [], switchesOff: false }): string[] {
  const twice = after.twice.filter((name) => !before.twice.includes(name)).map((name) => `declared twice: ${name}`);
  if (before.errors.length > 0) return twice;
  if (after.errors.length > 0) {
    const others = after.errors.filter(({ code }) => !fix.revealed.includes(code));
    return [...twice, ...others.map((error) => `now: ${error.file}:${error.line} ${error.code} ${error.message}`)];
  }
  const lost = [...before.served].filter((part) => !after.served.has(part)).map((part) => `no longer served: ${part}`);
  const off = [...before.rules].filter(([path, count]) => (after.rules.get(path) ?? 0) < count);
  const rules = fix.switchesOff ? [] : off.map(([path]) => `a rule is switched off in ${path}`);
  return [...twice, ...lost, ...rules];
}

interface Allowed {
  readonly revealed: readonly string[];
  readonly switchesOff: boolean;
}
