import { unselected } from "../config/unselected.js";
import type { RunFingerprint } from "../incremental/run-fingerprint.js";
import type { Universe } from "../model/universe.js";
import { Pipeline } from "./pipeline.js";
import type { PlannedFile } from "../plan/plan.js";
import type { Problem } from "../base/problem.js";
import type { RunRequest } from "./run-request.js";
import type { StageTime } from "../base/stages.js";
import type { FileChange } from "../base/change.js";

export interface RunResult {
  readonly problems: readonly Problem[];
  /** Changes of files; empty if problems have stopped the run, or if writing has failed. */
  readonly changes: readonly FileChange[];
  readonly stages: readonly StageTime[];
  /** The model of the types, which `--dump` prints. */
  readonly universe: Universe;
  readonly plan: readonly PlannedFile[];
  /** The inputs and outputs of the run. A later run compares them with the disk. */
  readonly fingerprint: RunFingerprint;
}

/** Runs all stages. Writes no file if a problem is an error or, with `strict`, a warning. */
export async function runProject(request: RunRequest): Promise<RunResult> {
  const { project, generators, mode } = request;
  const pipeline = new Pipeline(request);
  const loaded = await pipeline.load();
  const plan = await pipeline.plan(loaded.universe);
  const found = await pipeline.check(loaded, plan);
  const result = (
    changes: readonly FileChange[],
    more: readonly Problem[] = [],
    emptied: readonly string[] = [],
  ): RunResult => ({
    problems: [...found, ...more],
    changes,
    stages: pipeline.times,
    universe: loaded.universe,
    plan: plan.files,
    fingerprint: pipeline.fingerprint(mode === "write" ? changes : [], emptied, found),
  });
  if (pipeline.isStoppedBy(found)) return result([]);

  const rendered = await pipeline.render(loaded.universe, plan);
  if (pipeline.failed.length > 0) return result([], pipeline.failed);
  const changes = pipeline.changes(rendered, loaded.universe, plan);
  const leftOut = await unselected(project, generators, changes);
  if (mode === "dry-run") return result(changes, leftOut);

  const { failures, emptied } = await pipeline.write(changes);
  return failures.length > 0 ? result([], failures) : result(changes, leftOut, emptied);
}
