import { setImmediate } from "node:timers/promises";
import type { Project } from "../../engine/config/project.js";
import type { Loaded } from "../../engine/load/load.js";
import type { MarkerDefinition } from "../../engine/markers/marker.js";
import type { Generator, PlanInput } from "../../engine/plan/generator.js";
import type { PlanAllResult } from "../../engine/plan/plan.js";
import type { Problem } from "../../engine/base/problem.js";
import { Pipeline } from "../../engine/run/pipeline.js";

/** The types of a project in the form in which generators get them. */
export interface ReadInput {
  /** Absent if the types could not be read. */
  readonly input: PlanInput | undefined;
  readonly problems: readonly Problem[];
  readonly pipeline: Pipeline;
  readonly loaded: Loaded;
  readonly plan: PlanAllResult;
}

/**
 * Reads the types of a project with a generator that plans no files, after the plans of other
 * generators. Custom generators are not run, but their markers are valid.
 * @param name name of the generator, by which the configuration has its options
 * @param definitions the definitions of all valid markers
 * @param generators the other generators. Undefined to check only the types
 */
export async function readInput(
  project: Project,
  name: string,
  definitions: readonly MarkerDefinition[],
  generators?: readonly Generator[],
): Promise<ReadInput> {
  let input: PlanInput | undefined;
  const reader: Generator = {
    name,
    description: "the input of generators",
    outputs: {},
    markers: [],
    options: {},
    templates: new URL("./", import.meta.url),
    plan(given) {
      input = given;
      return { files: [], problems: [] };
    },
  };
  const pipeline = new Pipeline({
    project,
    generators: [...(generators ?? []), reader],
    definitions,
    mode: "dry-run",
    only: generators === undefined ? [name] : undefined,
    strict: false,
  });
  // Pauses, so that signals can be handled between the stages.
  await setImmediate();
  const loaded = await pipeline.load();
  await setImmediate();
  const plan = await pipeline.plan(loaded.universe);
  await setImmediate();
  return { input, problems: await pipeline.check(loaded, plan), pipeline, loaded, plan };
}
