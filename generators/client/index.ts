import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { clientMarkers } from "../markers/known/clients.js";
import { clientsetFolders, clientsOf } from "../clientsets/clients.js";
import { clientsetFiles, clientsetPaths } from "./clientset-files.js";
import { clientMarkerNames } from "../markers/client.js";
import { versionFile } from "./version-file.js";
import { clientProblems } from "../problem-codes/client.js";

/**
 * Generates clients of the kinds with +genclient into `generated/clientset/`: one file for each
 * version, a table of the versions in `group-versions.ts`, `createClientset` in `index.ts`, and, if
 * the server package is installed, `newFakeClientset` in `fake.ts`.
 */
export const client: Generator = {
  name: "client",
  description: "typed clients of the kinds with +genclient, and a fake clientset for tests",
  outputs: {},
  after: ["schema", "register"],
  markers: [],
  problems: [clientProblems],
  otherMarkers: clientMarkers,
  alsoReads: clientMarkerNames,
  options: {},
  templates: new URL("../../templates/client/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { clientsets, problems } = clientsOf(input);
  const versions = clientsets.flatMap((clientset) => clientset.versions.map((version) => versionFile(input, version)));
  if (!input.isWhole) return { files: versions, problems, keep: clientsetFolders(input).flatMap(clientsetPaths) };
  return {
    files: [...versions, ...clientsets.flatMap((clientset) => clientsetFiles(input, clientset))],
    problems,
  };
}
