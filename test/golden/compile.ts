import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileProject } from "../compile.js";
import { lint } from "../lint.js";
import { workFolder } from "./cases.js";

/** Compiler options in the form of a tsconfig.json. */
type Options = Readonly<Record<string, boolean | string | readonly string[]>>;

/** The options of a project with `strict` and no other check. */
export const plainStrict: Options = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: "ES2022",
  module: "NodeNext",
  moduleResolution: "NodeNext",
  types: [],
};

/** The checks that `strict` does not contain. */
export const strictFlags: Options = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
};

/**
 * The options of a project with all strict checks, in which other tools can derive the types of
 * exports from each file alone.
 */
export const everyStrictFlag: Options = {
  ...plainStrict,
  ...strictFlags,
  isolatedDeclarations: true,
  declaration: true,
};

/**
 * Compiles the generated files of cases together with their input, in the work folder.
 * @returns the compiler's messages; empty if there are none
 */
export function compile(names: readonly string[], compilerOptions: Options): string {
  return compileProject(configure(names, compilerOptions))
    .split("\n")
    .filter((line) => !isOfInput(line))
    .join("\n");
}

/** Writes the configuration of a project with the files of cases, and returns its path. */
function configure(names: readonly string[], compilerOptions: Options): string {
  const config = join(workFolder, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions, include: names.map((name) => `${name}/**/*.ts`) }));
  return config;
}

/**
 * Reports whether a compiler message demands explicit types in hand-written code. Only generated
 * code must satisfy `isolatedDeclarations`.
 */
function isOfInput(line: string): boolean {
  return line.endsWith("with --isolatedDeclarations.") && !/^\S*\/zz_generated\.\w/.test(line);
}

/**
 * Checks the generated files of cases with the rules of this project and every strict flag.
 * @returns the findings; empty if there are none
 */
export function lintCases(names: readonly string[]): string {
  configure(names, everyStrictFlag);
  return lint(
    workFolder,
    names.map((name) => `${name}/**/zz_generated*.ts`),
  );
}
