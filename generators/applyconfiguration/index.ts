import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { printDeclaration } from "../../engine/print/type.js";
import { clientsOf, type ClientVersion } from "../clientsets/clients.js";
import { applyConfigurationGen } from "../markers/client.js";
import { applyFile, applyNames, hasApplyConfiguration } from "../clientsets/file-names.js";

/**
 * Generates the types of the arguments of `apply`, and functions that extract the applied fields of
 * an object, into `generated/clientset/<group>/<version>-apply.ts`.
 */
export const applyconfiguration: Generator = {
  name: "applyconfiguration",
  description: "types for server-side apply, and functions that extract applied fields",
  outputs: {},
  after: ["client"],
  markers: [],
  alsoReads: [applyConfigurationGen.name],
  options: {},
  templates: new URL("../../templates/applyconfiguration/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  if (!input.selected.has("client")) return { files: [], problems: [] };
  const versions = clientsOf(input).clientsets.flatMap((clientset) => clientset.versions);
  return { files: versions.flatMap((version) => applyPlan(input, version) ?? []), problems: [] };
}

function applyPlan(input: PlanInput, version: ClientVersion): FilePlan | undefined {
  const resources = version.resources.filter(hasApplyConfiguration);
  if (resources.length === 0) return undefined;
  const kinds = resources.map(({ kind, verbs }) => ({
    kind: kind.name,
    type: printDeclaration(input.universe, kind),
    kinds: version.kinds,
    hasStatus: verbs.includes("applyStatus"),
  }));
  return {
    package: version.pkg.id,
    path: `${applyFile(version)}.ts`,
    isPage: true,
    template: "applyconfiguration",
    view: { kinds },
    exports: resources.flatMap((resource) => applyNames(version, resource).map(({ symbol }) => symbol)),
  };
}
