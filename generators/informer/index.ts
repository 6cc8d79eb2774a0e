import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { clientsetFolders, clientsOf } from "../clientsets/clients.js";
import { informersFile, tableFile } from "../clientsets/file-names.js";
import { informerGen } from "../markers/client.js";

/** Generates `createInformerFactory` into `generated/clientset/informers.ts`. */
export const informer: Generator = {
  name: "informer",
  description: "informers that share one cache for each resource",
  outputs: {},
  after: ["client"],
  markers: [],
  alsoReads: [informerGen.name],
  options: {},
  templates: new URL("../../templates/informer/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  if (!input.selected.has("client")) return { files: [], problems: [] };
  if (!input.isWhole) return { files: [], problems: [], keep: clientsetFolders(input).map(informersFile) };
  const files = clientsOf(input).clientsets.flatMap((clientset): FilePlan | [] => {
    const versions = clientset.versions.filter(({ hasInformers: has }) => has);
    const [first] = versions;
    if (first === undefined) return [];
    const isComplete = versions.length === clientset.versions.length;
    return {
      package: first.pkg.id,
      path: informersFile(clientset),
      isPage: true,
      template: "informer",
      view: {
        GroupVersions: { symbol: "GroupVersions", from: tableFile(clientset), type: true },
        groupVersions: { symbol: "groupVersions", from: tableFile(clientset) },
        followed: isComplete ? null : versions.map(({ accessor }) => accessor),
      },
      exports: ["InformerFactory", "createInformerFactory"],
    };
  });
  return { files, problems: [] };
}
