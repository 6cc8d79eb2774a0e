import type { Project } from "../../../../engine/config/project.js";
import type { Generator, PlanInput } from "../../../../engine/plan/generator.js";
import type { MarkerDefinition } from "../../../../engine/markers/marker.js";
import type { PlannedFile } from "../../../../engine/plan/plan.js";
import type { Problem } from "../../../../engine/base/problem.js";
import type { FileChange } from "../../../../engine/base/change.js";
import { generators as builtIn } from "../../../../generators/index.js";
import type { LossyView } from "../../../../generators/lossy/page.js";
import { viewsOf } from "../../plan-project.js";
import { readInput } from "../../read-input.js";
import type { API } from "../form/api.js";
import { readAPI } from "./read-api.js";

/** The API of a project, or the errors in its types. */
export type ReadProject =
  | { readonly api: API; readonly code: ProjectCode; readonly problems?: undefined }
  | { readonly problems: readonly Problem[]; readonly api?: undefined };

/** The code of a project: its sources, and the planned generated files. */
export interface ProjectCode {
  /** Absolute path of the project's root folder. */
  readonly root: string;
  readonly input: PlanInput;
  readonly files: readonly PlannedFile[];
  readonly print: (files: readonly PlannedFile[]) => Promise<readonly FileChange[]>;
}

/**
 * Problems with the certificate authorities of webhooks, which do not matter for a comparison.
 * Their files are often not in git.
 */
const ofAuthorities: ReadonlySet<string> = new Set(["crd/no-ca-bundle", "crd/bad-ca-bundle"]);

/**
 * Reads the API of a project with the loader and the generators of a normal run, but stops before
 * files are printed.
 * @param definitions the definitions of all valid markers
 */
export async function readProject(project: Project, definitions: readonly MarkerDefinition[]): Promise<ReadProject> {
  const selected = project.settings.generators;
  const isSelected = ({ name }: Generator): boolean => selected?.includes(name) !== false || name === "lossy";
  const read = await readInput(project, "breaking", definitions, builtIn.filter(isSelected));
  const { input, pipeline, loaded, plan } = read;
  const problems = read.problems.filter(({ severity, code }) => severity === "error" && !ofAuthorities.has(code));
  if (problems.length > 0 || input === undefined) return { problems };
  const { files } = plan;
  const pages = viewsOf({ plan: files }, "lossy").map((view) => (view as LossyView).page);
  const print: ProjectCode["print"] = (some) => pipeline.render(loaded.universe, { ...plan, files: some });
  return { api: readAPI(input, pages), code: { root: project.root, input, files, print } };
}
