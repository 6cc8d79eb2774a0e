import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/generator.js";
import { printYAML } from "../../engine/print/yaml/print-yaml.js";
import type { Problem } from "../../engine/problem.js";
import { definitionOf } from "./definition.js";
import { conversionFaults } from "./conversion-faults.js";
import { customKinds, type CustomKind, type KindVersion } from "./kinds.js";
import { readMarkers } from "./markers.js";
import { sizeProblems } from "./size.js";
import { versionProblems } from "./versions.js";


/**
 * Generates a CustomResourceDefinition for each kind with `+kubebuilder:object:root=true`, in
 * `generated/crds/<group>_<plural>.yaml`.
 */
export const crd: Generator = {
  name: "crd",
  description: "CustomResourceDefinitions of kinds with +kubebuilder:object:root=true",
  outputs: {},
  markers: [],
  alsoReads: readMarkers,
  options: {
    maxDescLen: {
      kind: "count",
      description: "the greatest length of a description in characters; 0 removes all descriptions",
    },
    conversion: {
      kind: "value",
      check: conversionFaults,
      description: "the webhook that converts the versions of a group's kinds, by the name of the group",
    },
  },
  templates: new URL("../../templates/crd/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const problems: Problem[] = [];
  const keep: string[] = [];
  const files = customKinds(input).flatMap((custom): FilePlan[] => {
    const path = pathOf(input, custom);
    if (!input.isWhole) {
      keep.push(path);
      return [];
    }
    const { object, problems: own } = definitionOf(input, custom);
    const yaml = printYAML(object);
    problems.push(...versionProblems(custom), ...own, ...sizeProblems(custom, object));
    return [{ package: ownerOf(custom).pkg.id, path, template: "crd", view: { yaml }, exports: [] }];
  });
  return { files, problems, keep };
}

function pathOf(input: PlanInput, custom: CustomKind): string {
  return `${input.pages(ownerOf(custom).pkg.id)}/crds/${custom.group}_${custom.plural}.yaml`;
}

/** Returns the version whose package the file belongs to. */
function ownerOf({ versions }: CustomKind): KindVersion {
  const [first] = versions;
  if (first === undefined) throw new Error("a kind has no version");
  return first;
}
