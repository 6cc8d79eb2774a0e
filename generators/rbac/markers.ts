import { defineMarker } from "../../engine/markers/define-marker.js";
import { parseRule, rulePrefix } from "./parse-rule.js";

/** Marker for an RBAC rule. It can be in the comment of a package, type, function or constant. */
export const ruleMarker = defineMarker({
  name: `${rulePrefix}*`,
  places: ["package", "type", "function", "constant"],
  value: "groups=…,resources=…,verbs=…, also resourceNames=…,urls=…,namespace=…,roleName=…",
  description:
    "A rule of the controller's ClusterRole, or of a Role in the namespace. Lists have semicolons. Rules with equal parts are merged.",
  example: "+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch",
  owner: "rbac",
  repeatable: true,
  raw: true,
  parse: parseRule,
});
