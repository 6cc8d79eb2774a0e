import { posix } from "node:path";
import type { FileSystem } from "../base/file-system.js";
import type { PlannedFile } from "../plan/plan.js";
import type { Problem } from "../base/problem.js";
import { generatedBy } from "./header.js";
import { outputProblems } from "../plan/problem-codes.js";

/** Reports planned files whose paths belong to hand-written files or to folders. */
export function findObstacles(fileSystem: FileSystem, files: readonly PlannedFile[]): Problem[] {
  return files.flatMap(({ file: { path, isContinued }, generator: { name: generator, outputs } }) => {
    const key = Object.keys(outputs)[0];
    const reason = obstacle(fileSystem, path, isContinued === true);
    if (reason === undefined) return [];
    const message = `${generator} cannot write ${path}: ${reason}`;
    const rename = "delete or rename the file, then run codegen again";
    const hint =
      key === undefined
        ? rename
        : `${rename}; or give the output another name: "outputs": { ${JSON.stringify(generator)}: { ${JSON.stringify(key)}: "other.gen.ts" } } in codegen.config.json`;
    const position = { file: path, line: 1, column: 1 };
    return [{ ...outputProblems.is("output/hand-written"), message, hint, position }];
  });
}

function obstacle(fileSystem: FileSystem, path: string, isContinued: boolean): string | undefined {
  const before = fileSystem.read(path);
  if (before === undefined)
    return fileSystem.list(posix.dirname(path))?.some(({ name, folder }) => folder && name === posix.basename(path)) ===
      true
      ? "a folder with this path exists"
      : undefined;
  return isContinued || before.trim() === "" || generatedBy(before) !== undefined
    ? undefined
    : "a file with this path exists, and codegen did not generate it";
}
