import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runHere } from "../cmd/run-here.js";
import type { ResolvedFix } from "../../cmd/codegen/report/fixes.js";
import { formatProblem, type ProblemCode, type Severity } from "../../engine/base/problem.js";
import { parseCase, withProblems, type CaseText } from "./case-text.js";

const golden = import.meta.dirname;

/**
 * Folder for the inputs of the cases and the generated files. It is inside the repository, so that
 * imports resolve.
 */
export const workFolder = join(golden, ".work", String(process.pid));

/** Cases in whose folder the packages of the repository must not be found. */
const withoutPackages: ReadonlySet<string> = new Set(["project/no-runtime"]);

/** Returns the work folder of a case, for the tests of one file. */
export function workOf(name: string, part = ""): string {
  return join(withoutPackages.has(name) ? join(tmpdir(), `golden-${process.pid}`) : workFolder, part, name);
}

export interface GoldenCase {
  /**
   * Name of the case. It is the path of the case below this folder, such as `conversion/rename`.
   */
  readonly name: string;
  /**
   * First folder of the name. It is the generator whose files and problems are compared, or `all`.
   */
  readonly generator: string;
  readonly folder: string;
  readonly work: string;
}

export interface Outcome {
  /** The text of each generated file, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The problems as the command prints them; empty if there are none. */
  readonly problems: string;
  /** True if an error of any generator stopped the run. */
  readonly failed: boolean;
}

export function goldenCases(): GoldenCase[] {
  return foldersIn(golden)
    .filter((generator) => !generator.startsWith("."))
    .flatMap((generator) =>
      foldersIn(join(golden, generator)).map((rule) => {
        const name = `${generator}/${rule}`;
        return { name, generator, folder: join(golden, name), work: workOf(name) };
      }),
    );
}

/**
 * Returns a case that uses the given work folder instead of the common one.
 * @throws Error if no case has this name.
 */
export function goldenCase(name: string, work: string): GoldenCase {
  const found = goldenCases().find((golden) => golden.name === name);
  if (found === undefined) throw new Error(`no golden case ${name}`);
  return { ...found, work };
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** Writes the input to the work folder and runs the command there with all generators enabled. */
export async function generate(golden: GoldenCase): Promise<Outcome> {
  writeInput(golden);
  const { report, status } = await runIn(golden.work);
  // The generators crd and validation report the mistakes of CEL rules.
  const owners = ["crd", "validation"].includes(golden.generator) ? [golden.generator, "cel"] : [golden.generator];
  const ours = (owner: string) => golden.generator === "all" || owners.includes(owner);
  const problems = report.problems
    .filter(({ code }) => /^(load|markers|config)\//.test(code) || ours(code.split("/")[0] as string))
    .map(({ file, line, column, code, severity, message, hint }) =>
      formatProblem({
        code: code as ProblemCode,
        severity,
        message,
        ...(hint === undefined ? {} : { hint }),
        position: { file, line, column },
      }),
    );
  const files = report.files
    .filter(({ generator, action }) => ours(generator) && action !== "delete" && action !== "keep")
    .map(({ path }) => [path, status === 0 ? readFileSync(join(golden.work, path), "utf8") : ""] as const);
  return {
    files: new Map(status === 0 ? files : []),
    problems: problems.map((text) => `${text}\n`).join(""),
    failed: status !== 0,
  };
}

/** Returns the path of the case's case.txt, or undefined if the case has a folder `input`. */
function caseFile({ folder }: GoldenCase): string | undefined {
  const file = join(folder, "case.txt");
  const [hasFile, hasInput] = [existsSync(file), existsSync(join(folder, "input"))];
  if (hasFile === hasInput) throw new Error(`${folder} must contain either input/ or case.txt`);
  return hasFile ? file : undefined;
}

/** Replaces the work folder by the case's input. */
export function writeInput(golden: GoldenCase): void {
  const { work, folder } = golden;
  rmSync(work, { recursive: true, force: true });
  const file = caseFile(golden);
  if (file === undefined) cpSync(join(folder, "input"), work, { recursive: true, verbatimSymlinks: true });
  else
    for (const [path, text] of parsed(file).input) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), text);
    }
  const config = join(work, "codegen.config.json");
  if (!existsSync(config)) writeFileSync(config, `{ "paths": ["."] }\n`);
}

function parsed(file: string): CaseText {
  try {
    return parseCase(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${dirname(file)}: ${(error as Error).message}`, { cause: error });
  }
}

/** Runs the command in a folder with all generators enabled. */
export async function runIn(work: string): Promise<{ readonly report: Report; readonly status: number }> {
  const { stdout, stderr, status } = await runHere(work, ["--format", "json", "--verbose"]);
  if (stdout === "") throw new Error(`codegen printed nothing; exit ${status}\n${stderr}`);
  return { report: JSON.parse(stdout) as Report, status };
}

export interface ReportedProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly fixes?: readonly ResolvedFix[];
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Report {
  readonly problems: readonly ReportedProblem[];
  readonly files: readonly { readonly path: string; readonly generator: string; readonly action: string }[];
}

/**
 * Returns the expected outcome of a case: the files in its `expected` folder, and its expected
 * problems.
 */
export function expected(golden: GoldenCase): Omit<Outcome, "failed"> {
  const file = caseFile(golden);
  if (file !== undefined) return { files: new Map(), problems: parsed(file).problems };
  const folder = join(golden.folder, "expected");
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = paths
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
    .map((path) => [path, readFileSync(join(folder, path), "utf8")] as const);
  const problems = join(golden.folder, "problems.txt");
  return { files: new Map(files), problems: existsSync(problems) ? readFileSync(problems, "utf8") : "" };
}

/** A problem that a golden case expects, as the command prints it. */
export interface GoldenProblem {
  readonly golden: GoldenCase;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** First line of the hint; empty without a hint. */
  readonly hint: string;
}

/** Returns the expected problems of all cases. */
export function goldenProblems(): readonly GoldenProblem[] {
  const problem = /^(\S+):(\d+):(\d+) (error|warning|info) (\S+): (.*)(?:\n {4}(.*))?/gm;
  return goldenCases().flatMap((golden) =>
    [...expected(golden).problems.matchAll(problem)].map(
      ([, file = "", line, column, severity, code = "", message = "", hint = ""]) => ({
        golden,
        file,
        line: Number(line),
        column: Number(column),
        severity: severity as Severity,
        code,
        message,
        hint,
      }),
    ),
  );
}

/** Returns the text of an input file of a case; undefined if the case has no such file. */
export function inputOf(golden: GoldenCase, path: string): string | undefined {
  const file = caseFile(golden);
  if (file !== undefined) return parsed(file).input.get(path);
  const input = join(golden.folder, "input", path);
  return existsSync(input) && statSync(input).isFile() ? readFileSync(input, "utf8") : undefined;
}

/**
 * Replaces the expected outcome of a case by the actual one, so that the author of a change can
 * review the difference.
 * @throws Error if files were generated for a case with a case.txt.
 */
export function accept(golden: GoldenCase, outcome: Outcome): void {
  const file = caseFile(golden);
  if (file !== undefined) {
    if (outcome.files.size > 0)
      throw new Error(`${file} generates ${[...outcome.files.keys()].join(", ")}: move its input to a folder input/`);
    writeFileSync(file, withProblems(readFileSync(file, "utf8"), outcome.problems));
    return;
  }
  rmSync(join(golden.folder, "expected"), { recursive: true, force: true });
  rmSync(join(golden.folder, "problems.txt"), { force: true });
  for (const [path, text] of outcome.files) {
    const file = join(golden.folder, "expected", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (outcome.problems !== "") writeFileSync(join(golden.folder, "problems.txt"), outcome.problems);
}
