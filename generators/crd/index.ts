import type { FilePlan, Generator, OptionProblem, Plan, PlanInput } from "../../engine/plan/generator.js";
import { kubebuilderMarkers } from "../markers/known/kubebuilder.js";
import { printYAML } from "../../engine/print/yaml/print-yaml.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { formatPosition, type Problem } from "../../engine/base/problem.js";
import { isKnownVersion, knownVersions } from "../../runtime/cel/environment/known-versions.js";
import { definitionOf } from "./definition.js";
import { conversionOptionProblems } from "./conversion-problems.js";
import { bundleProblems, unknownGroups } from "./conversion.js";
import { handWrittenDefaults } from "./hand-written-defaults.js";
import { customKinds, type CustomKind, type KindVersion } from "../crd-schemas/kinds.js";
import { structureMarkers, withoutCEL } from "../markers/crd.js";
import { rootProblems } from "./root-problems.js";
import { sizeProblems } from "./size.js";
import { refusals } from "../crd-schemas/judge/judge.js";
import { costProblems } from "../crd-schemas/judge/rule-costs.js";
import { stricterRules } from "./stricter-rules.js";
import { markerProblems } from "./marker-problems.js";
import { versionProblems } from "./versions.js";
import { celProblems, crdProblems } from "../problem-codes/crd.js";

/**
 * Generates a CustomResourceDefinition for each kind with `+kubebuilder:object:root=true`, in
 * `generated/crds/<group>_<plural>.yaml`.
 */
export const crd: Generator = {
  name: "crd",
  description: "CustomResourceDefinitions of kinds with +kubebuilder:object:root=true",
  outputs: {},
  markers: [withoutCEL],
  problems: [celProblems, crdProblems],
  otherMarkers: kubebuilderMarkers,
  alsoReads: structureMarkers,
  options: {
    maxDescLen: {
      kind: "count",
      description: "the maximum length of a description in characters; 0 removes all descriptions",
    },
    kubernetes: {
      kind: "value",
      check: versionReasons,
      description: "the oldest version of Kubernetes that must accept the definitions, such as 1.31",
    },
    conversion: {
      kind: "value",
      check: conversionOptionProblems,
      description: "the webhooks that convert objects between the versions of kinds, by API group",
    },
  },
  templates: new URL("../../templates/crd/", import.meta.url),
  plan,
};

function versionReasons(value: unknown): readonly OptionProblem[] {
  const isVersion = typeof value === "string" && isKnownVersion(value);
  return isVersion ? [] : [{ path: [], wanted: `a version of Kubernetes from ${knownVersions}`, example: "1.31" }];
}

function plan(input: PlanInput): Plan {
  const problems: Problem[] = [];
  const keep: string[] = [];
  const refused: Problem[] = [];
  const used = new Set<TypeDeclaration>();
  const kinds = customKinds(input);
  const files = kinds.flatMap((custom): FilePlan[] => {
    const owner = ownerOf(custom);
    const path = `${input.pages(owner.pkg.id)}/crds/${custom.group}_${custom.plural}.yaml`;
    if (!owner.pkg.target) {
      keep.push(path);
      return [];
    }
    const { object, problems: own, types } = definitionOf(input, custom);
    for (const type of types) used.add(type);
    problems.push(
      ...versionProblems(custom),
      ...own,
      ...sizeProblems(custom, object),
      ...costProblems(input, custom, object),
      ...handWrittenDefaults(input, custom, [...types]),
    );
    refused.push(...refusals(input, custom, object));
    const yaml = printYAML(object);
    problems.push(...stricterRules(input.universe, [...types], input.readFile(path) ?? "", yaml));
    return [{ package: owner.pkg.id, path, template: "crd", view: { yaml }, exports: [] }];
  });
  problems.push(...markerProblems(input, used));
  return {
    files,
    problems: [
      ...problems,
      ...unreported(refused, problems),
      ...input.packages.flatMap((pkg) => rootProblems(input, pkg, kinds)),
    ],
    keep,
    unknownKeys: unknownGroups(input, kinds),
    optionProblems: bundleProblems(
      input,
      kinds.filter((custom) => ownerOf(custom).pkg.target),
    ),
  };
}

/**
 * Returns the version whose folder determines the path of the kind's CRD file: the first version
 * whose folder the run generates, or else the first version. A run reads all versions of a group.
 */
function ownerOf({ versions }: CustomKind): KindVersion {
  const owner = versions.find(({ pkg }) => pkg.target) ?? versions[0];
  if (owner === undefined) throw new Error("a kind has no version");
  return owner;
}

/**
 * Returns the problems at whose positions `known` has no error, so that one mistake is reported
 * once.
 */
function unreported(problems: readonly Problem[], known: readonly Problem[]): readonly Problem[] {
  const errors = new Set(
    known.filter(({ severity }) => severity === "error").map(({ position }) => formatPosition(position)),
  );
  return problems.filter(({ position }) => !errors.has(formatPosition(position)));
}
