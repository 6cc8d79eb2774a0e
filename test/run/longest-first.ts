import { BaseSequencer, type TestSpecification } from "vitest/node";
import { formOfProject, pathOf, readDurations } from "./durations.js";

/**
 * Starts the longest test files first, so that all cores are busy until the end. Vitest itself
 * sorts the files by their durations in the last run, but a new clone has no last run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = { quick: readDurations("quick"), long: readDurations("long"), soak: readDurations("soak") };
    const durationOf = ({ moduleId, project }: TestSpecification) =>
      durations[formOfProject(project.name)][pathOf(moduleId)] ?? 0;
    // Files that run in isolation come first. The other files share a process, which would end and
    // start again around each isolated file.
    const groupOf = ({ project }: TestSpecification) => (project.config.isolate ? 0 : 1);
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || durationOf(b) - durationOf(a));
  }
}
