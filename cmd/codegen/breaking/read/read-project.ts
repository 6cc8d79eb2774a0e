import { setImmediate } from "node:timers/promises";
import type { Project } from "../../../../engine/config/project.js";
import type { Generator, PlanInput } from "../../../../engine/plan/generator.js";
import type { MarkerDefinition } from "../../../../engine/markers/marker.js";
import { Pipeline } from "../../../../engine/run/pipeline.js";
import type { PlannedFile } from "../../../../engine/plan/plan.js";
import type { Problem } from "../../../../engine/base/problem.js";
import type { FileChange } from "../../../../engine/base/change.js";
import { generators as builtIn } from "../../../../generators/index.js";
import type { LossyView } from "../../../../generators/lossy/page.js";
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
 * Problems with the authorities of webhooks, which play no part in a comparison: their files are
 * often not in git.
 */
const ofAuthorities: ReadonlySet<string> = new Set(["crd/no-ca-bundle", "crd/bad-ca-bundle"]);

/**
 * Reads the API of a project with the loader and the generators of a normal run, but stops before
 * files are printed. Custom generators are not run, but their markers are valid.
 * @param definitions the definitions of all valid markers
 */
export async function readProject(project: Project, definitions: readonly MarkerDefinition[]): Promise<ReadProject> {
  let input: PlanInput | undefined;
  const reader: Generator = {
    name: "breaking",
    description: "the input of generators, for the comparison of two states",
    outputs: {},
    markers: [],
    options: {},
    templates: new URL("./", import.meta.url),
    plan(given) {
      input = given;
      return { files: [], problems: [] };
    },
  };
  const selected = project.settings.generators;
  const isSelected = ({ name }: Generator): boolean => selected?.includes(name) !== false || name === "lossy";
  const pipeline = new Pipeline({
    project,
    generators: [...builtIn.filter(isSelected), reader],
    definitions,
    mode: "dry-run",
    strict: false,
  });
  // Pauses, so that signals can be handled between the stages.
  await setImmediate();
  const loaded = await pipeline.load();
  await setImmediate();
  const plan = await pipeline.plan(loaded.universe);
  await setImmediate();
  const problems = (await pipeline.check(loaded, plan)).filter(
    ({ severity, code }) => severity === "error" && !ofAuthorities.has(code),
  );
  if (problems.length > 0 || input === undefined) return { problems };
  const pages = plan.files.flatMap(({ generator, file }) =>
    generator.name === "lossy" ? [(file.view as LossyView).page] : [],
  );
  const { files } = plan;
  const print: ProjectCode["print"] = (some) => pipeline.render(loaded.universe, { ...plan, files: some });
  return { api: readAPI(input, pages), code: { root: project.root, input, files, print } };
}
