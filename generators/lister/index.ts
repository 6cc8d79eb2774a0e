import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { printDeclaration } from "../../engine/print/type.js";
import { clientsOf, type ClientVersion } from "../clientsets/clients.js";
import { listerGen } from "../markers/client.js";
import { hasLister, listerFile, listerNames } from "../clientsets/file-names.js";

/**
 * Generates typed listers, which read the caches of informers, into
 * `generated/clientset/<group>/<version>-listers.ts`.
 */
export const lister: Generator = {
  name: "lister",
  description: "readers of the caches of informers",
  outputs: {},
  after: ["client"],
  markers: [],
  alsoReads: [listerGen.name],
  options: {},
  templates: new URL("../../templates/lister/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  if (!input.selected.has("client")) return { files: [], problems: [] };
  const versions = clientsOf(input).clientsets.flatMap((clientset) => clientset.versions);
  return { files: versions.flatMap((version) => listerPlan(input, version) ?? []), problems: [] };
}

function listerPlan(input: PlanInput, version: ClientVersion): FilePlan | undefined {
  const resources = version.resources.filter(hasLister);
  if (!version.hasListers || resources.length === 0) return undefined;
  const kinds = resources.map(({ kind, isCluster }) => ({
    kind: kind.name,
    type: printDeclaration(input.universe, kind),
    isCluster,
  }));
  return {
    package: version.pkg.id,
    path: `${listerFile(version)}.ts`,
    isPage: true,
    template: "lister",
    view: { kinds },
    exports: resources.flatMap((resource) => listerNames(version, resource).map(({ symbol }) => symbol)),
  };
}
