import type { Project } from "../../../../engine/config/project.js";
import type { Generator } from "../../../../engine/plan/generator.js";
import { Pipeline } from "../../../../engine/run/pipeline.js";
import type { Problem } from "../../../../engine/base/problem.js";
import { selectGenerators } from "../../../../engine/run/select.js";
import { generators as builtIn } from "../../../../generators/index.js";
import type { APIReference } from "../model.js";
import type { ExampleSample } from "./example.js";
import { buildReference } from "./groups.js";

/** The reference of a project, and the problems in its types. */
export interface CollectedReference {
  /** Absent if the types have errors. */
  readonly reference?: APIReference;
  readonly problems: readonly Problem[];
}

/**
 * Reads the types of a project, and returns their reference. The reference is built by a generator
 * that plans no files, so it reads the types in the same form as all generators.
 */
export async function collectReference(
  project: Project,
  samples: readonly ExampleSample[],
): Promise<CollectedReference> {
  const { definitions } = await selectGenerators(builtIn, project);
  let reference: APIReference | undefined;
  const generator: Generator = {
    name: "reference",
    description: "reference pages",
    outputs: {},
    markers: [],
    templates: new URL("../../../../templates/", import.meta.url),
    plan: (input) => {
      const { options } = project.settings;
      reference = buildReference(
        { ...input, options: { ...input.options, ...options?.["crd"], maxDescLen: undefined } },
        samples,
      );
      return { files: [], problems: [] };
    },
  };
  const pipeline = new Pipeline({
    project,
    generators: [generator],
    definitions,
    mode: "dry-run",
    only: [generator.name],
    strict: false,
  });
  const loaded = await pipeline.load();
  const plan = await pipeline.plan(loaded.universe);
  const problems = await pipeline.check(loaded, plan);
  const isFailed = problems.some(({ severity }) => severity === "error");
  return isFailed || reference === undefined ? { problems } : { reference, problems };
}
