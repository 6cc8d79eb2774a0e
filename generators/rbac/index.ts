import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { printYAML } from "../../engine/print/yaml/print-yaml.js";
import { markedIn } from "../markers/marked-in.js";
import { ruleMarker } from "./parse-rule.js";
import { rolesOf } from "./roles.js";

/** Name of the roles whose markers contain no name, if `options.rbac.roleName` is not set. */
const defaultName = "manager-role";

/**
 * Generates a ClusterRole and Roles from rules in markers, in `generated/rbac/role.yaml`. All
 * folders of an npm package share one file.
 */
export const rbac: Generator = {
  name: "rbac",
  description: "a ClusterRole and Roles from +kubebuilder:rbac markers",
  outputs: {},
  markers: [ruleMarker],
  options: {
    roleName: { kind: "text", description: `the name of roles whose markers have none; ${defaultName} by default` },
  },
  templates: new URL("../../templates/rbac/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { roleName } = input.options;
  const marked = markedIn(input, ruleMarker);
  const keep = input.isWhole ? [] : [...marked.keys()].map((pages) => `${pages}/rbac/role.yaml`);
  if (!input.isWhole) return { files: [], problems: [], keep };
  const files = [...marked].map(([pages, { owner, found }]): FilePlan => {
    const roles = rolesOf(
      found.map(({ value }) => value),
      typeof roleName === "string" && roleName !== "" ? roleName : defaultName,
    );
    const yaml = roles.map(printYAML).join("---\n").trimEnd();
    return { package: owner, path: `${pages}/rbac/role.yaml`, template: "role", view: { yaml }, exports: [] };
  });
  return { files, problems: [] };
}
