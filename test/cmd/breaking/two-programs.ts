import { join } from "node:path";
import { StateProgram } from "../../../cmd/codegen/breaking/execute/program.js";
import { readProject, type ProjectCode } from "../../../cmd/codegen/breaking/read/read-project.js";
import { resolveProject } from "../../../engine/config/project.js";
import { selectGenerators } from "../../../engine/run/select.js";
import { generators } from "../../../generators/index.js";
import type { Answer, Question } from "../../../runtime/questions/index.js";
import { temporaryFolder, type Tree } from "../../engine/temporary-folder.js";
import { apiProject } from "../api-project.js";

/** Reads the API of a project whose types have no errors. */
export async function readTree(tree: Tree) {
  const resolved = await resolveProject({ cwd: apiProject(tree), paths: [] });
  if (resolved.kind !== "project") throw new Error("the project has a fault");
  const { definitions } = await selectGenerators(generators, resolved.project);
  const read = await readProject(resolved.project, definitions);
  if (read.problems !== undefined) throw new Error(JSON.stringify(read.problems));
  return read;
}

/** The programs of two states, which answer questions until they are closed. */
export interface TwoPrograms {
  readonly old: StateProgram;
  readonly now: StateProgram;
  /** Returns the answers of both states. */
  ask(group: string, question: Question): Promise<readonly [Answer, Answer]>;
  close(): Promise<void>;
}

/** Starts the code of two states, with all their groups. */
export async function startPrograms(old: ProjectCode, now: ProjectCode, limit?: number): Promise<TwoPrograms> {
  const folder = temporaryFolder();
  const start = (code: ProjectCode, state: string): Promise<StateProgram> => {
    const groups = new Set(
      code.input.packages.flatMap(({ markers }) =>
        markers.flatMap(({ name, value = "" }) => (name === "groupName" ? [value] : [])),
      ),
    );
    const request = { code, state, groups, folder: join(folder, state), present: now.root };
    return StateProgram.start(limit === undefined ? request : { ...request, limit });
  };
  const programs = [await start(old, "old"), await start(now, "new")] as const;
  return {
    old: programs[0],
    now: programs[1],
    async ask(group, question) {
      const [[before], [after]] = [await programs[0].ask(group, [question]), await programs[1].ask(group, [question])];
      if (before === undefined || after === undefined) throw new Error("a question has no answer");
      return [before, after];
    },
    async close() {
      for (const program of programs) await program.close();
    },
  };
}
