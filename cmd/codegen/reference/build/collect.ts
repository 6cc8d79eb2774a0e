import type { Project } from "../../../../engine/config/project.js";
import type { Problem } from "../../../../engine/base/problem.js";
import { selectGenerators } from "../../../../engine/run/select.js";
import { generators as builtIn } from "../../../../generators/index.js";
import { readInput } from "../../read-input.js";
import type { APIReference } from "../model.js";
import type { ExampleSample } from "./example.js";
import { buildReference } from "./groups.js";

/** The reference of a project, and the problems in its types. */
export interface CollectedReference {
  /** Absent if the types have errors. */
  readonly reference?: APIReference;
  readonly problems: readonly Problem[];
}

/** Reads the types of a project, and returns their reference. */
export async function collectReference(
  project: Project,
  samples: readonly ExampleSample[],
): Promise<CollectedReference> {
  const { definitions } = await selectGenerators(builtIn, project);
  const { input, problems } = await readInput(project, "reference", definitions);
  if (input === undefined || problems.some(({ severity }) => severity === "error")) return { problems };
  const options = { ...input.options, ...project.settings.options?.["crd"], maxDescLen: undefined };
  return { reference: buildReference({ ...input, options }, samples), problems };
}
