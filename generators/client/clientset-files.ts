import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import type { ClientsetPlan } from "../clientsets/clients.js";
import { fakeGroups } from "./fake-groups.js";
import { informersFile, tableFile, type ClientsetFolder } from "../clientsets/file-names.js";

/**
 * npm package that contains the server of fake clientsets. If it is not installed, no fake
 * clientset is generated.
 */
const serverPackage = "@apimachinery/apiserver";

export function hasInformers({ versions }: ClientsetPlan): boolean {
  return versions.some((version) => version.hasInformers);
}

/** Returns the paths of the files that are generated once for a clientset, not for each version. */
export function clientsetPaths(clientset: ClientsetFolder): readonly string[] {
  return [tableFile(clientset), `${clientset.folder}/index.ts`, `${clientset.folder}/fake.ts`];
}

/** Plans the files that are generated once for a clientset, not for each version. */
export function clientsetFiles(input: PlanInput, clientset: ClientsetPlan): readonly FilePlan[] {
  return [tablePlan(clientset), indexPlan(clientset), ...fakePlan(input, clientset)].map((plan) => ({
    // The files belong to all packages of the clientset. `package` is only the first one, which the
    // file header names.
    package: clientset.versions[0]?.pkg.id ?? ".",
    isPage: true,
    ...plan,
  }));
}

type PagePlan = Omit<FilePlan, "package" | "isPage">;

function tablePlan(clientset: ClientsetPlan): PagePlan {
  const versions = clientset.versions.map(({ accessor, typeName, path, apiVersion }) => ({
    accessor,
    apiVersion,
    type: { symbol: typeName, from: `${path}.ts`, type: true as const },
    value: { symbol: accessor, from: `${path}.ts` },
  }));
  return {
    path: tableFile(clientset),
    template: "group-versions",
    view: { versions },
    exports: ["GroupVersions", "groupVersions"],
  };
}

function indexPlan(clientset: ClientsetPlan): PagePlan {
  return {
    path: `${clientset.folder}/index.ts`,
    template: "index",
    view: {
      GroupVersions: { symbol: "GroupVersions", from: tableFile(clientset), type: true as const },
      groupVersions: { symbol: "groupVersions", from: tableFile(clientset) },
    },
    exports: ["Clientset", "createClientset"],
    reexports: hasInformers(clientset)
      ? [
          { symbol: "InformerFactory", from: informersFile(clientset), type: true },
          { symbol: "createInformerFactory", from: informersFile(clientset) },
        ]
      : [],
  };
}

function fakePlan(input: PlanInput, clientset: ClientsetPlan): readonly PagePlan[] {
  const groups = input.installed(serverPackage) ? fakeGroups(input, clientset) : [];
  if (groups.length === 0) return [];
  const index = `${clientset.folder}/index.ts`;
  return [
    {
      path: `${clientset.folder}/fake.ts`,
      template: "fake",
      view: {
        Clientset: { symbol: "Clientset", from: index, type: true as const },
        createClientset: { symbol: "createClientset", from: index },
        groups,
      },
      exports: ["FakeClientset", "newFakeClientset", "newFakeClientsetFor"],
    },
  ];
}
