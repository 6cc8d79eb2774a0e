import type { Fix } from "../base/fix.js";
import type { FileSystem } from "../base/file-system.js";
import { namesInFile } from "../load/syntax/names-in-file.js";
import { ImportCollector } from "./imports.js";
import { printWith } from "../base/symbol.js";
import { formatPosition, type Problem } from "../base/problem.js";
import type { Stub } from "../base/stub.js";

/**
 * Adds the code of proposed functions to the hints of problems. If several problems propose
 * functions for one file, the hint of the first problem contains all functions and the imports that
 * the file lacks, and the other hints refer to the first problem. Each problem also gets a fix that
 * adds its function.
 */
export function showStubs(problems: readonly Problem[], disk: Pick<FileSystem, "read">): Problem[] {
  const byFile = new Map<string, { readonly first: Problem; readonly stubs: Map<string, Stub> }>();
  for (const problem of problems) {
    if (problem.stub === undefined) continue;
    const { file, name } = problem.stub;
    const known = byFile.get(file) ?? { first: problem, stubs: new Map<string, Stub>() };
    if (!known.stubs.has(name)) known.stubs.set(name, problem.stub);
    byFile.set(file, known);
  }
  return problems.map((problem) => {
    const { stub, hint, fixes = [], ...rest } = problem;
    const shown = stub === undefined ? undefined : byFile.get(stub.file);
    if (stub === undefined || shown === undefined) return problem;
    const own = codeOf(stub.file, [stub], disk.read(stub.file));
    const write: Fix = {
      text: `write ${stub.name} in ${stub.file}`,
      edits: [{ kind: "append", file: stub.file, text: own }],
      isExample: true,
    };
    const before = hint === undefined ? [] : [hint];
    const isShown = shown.first === problem;
    const code = isShown
      ? [
          ...(before.length === 0 ? [] : ["Otherwise:"]),
          blockOf(stub.file, [...shown.stubs.values()], disk.read(stub.file)),
        ]
      : [
          `${before.length === 0 ? "Write" : "Otherwise write"} ${stub.name}: the hint at ${formatPosition(shown.first.position)} shows the function.`,
        ];
    return { ...rest, hint: [...before, ...code].join("\n"), fixes: [...fixes, write] };
  });
}

function blockOf(file: string, stubs: readonly Stub[], text: string | undefined): string {
  return `${text === undefined ? "//" : "// Add to"} ${file}\n${codeOf(file, stubs, text)}`;
}

/**
 * Returns the code of functions for a file. It begins with the imports that the functions need and
 * the file lacks.
 */
function codeOf(file: string, stubs: readonly Stub[], text: string | undefined): string {
  const { imports: existing, declared } = text === undefined ? { imports: [], declared: [] } : namesInFile(file, text);
  const reserved = [...stubs.map(({ name }) => name), ...declared];
  const imports = new ImportCollector(file, reserved, stubs[0]?.importEnding ?? "", existing);
  const code = stubs.map((stub) => printWith(stub.code, (symbol) => imports.print(symbol)));
  const head = imports.statements();
  return imports.resolve([...(head === "" ? [] : [head]), ...code].join("\n\n"));
}
