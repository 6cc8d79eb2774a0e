import { type Parsed, defineMarker } from "../../engine/markers/define-marker.js";
import type { Marker } from "../../engine/markers/marker.js";
import { typedArguments, type ArgumentType } from "../../engine/markers/typed-arguments.js";

export const rulePrefix = "kubebuilder:rbac:";

/** An RBAC rule that one marker declares. */
export interface MarkedRule {
  /** The rule in the form of `rbac.authorization.k8s.io/v1`. */
  readonly rule: {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly resourceNames: readonly string[];
    readonly nonResourceURLs: readonly string[];
    readonly verbs: readonly string[];
  };
  /** Namespace of the Role; empty for a ClusterRole. */
  readonly namespace: string;
  /** Name of the role; empty for the configured name. */
  readonly roleName: string;
}

const types: Readonly<Record<string, ArgumentType>> = {
  groups: "texts",
  resources: "texts",
  resourceNames: "texts",
  verbs: "texts",
  urls: "texts",
  namespace: "text",
  roleName: "text",
};

/** Parses the arguments of an RBAC marker. */
export function parseRule(marker: Marker): Parsed<MarkedRule> {
  const given = typedArguments(marker, rulePrefix, types, ["verbs"]);
  if ("fault" in given) return given;
  const texts = (key: string): readonly string[] => {
    const value = given.get(key);
    return Array.isArray(value) ? (value as readonly string[]) : [];
  };
  const text = (key: string): string => {
    const value = given.get(key);
    return typeof value === "string" ? value : "";
  };
  const [resources, verbs, urls] = [texts("resources"), texts("verbs"), texts("urls")];
  if (verbs.length === 0) return { fault: "needs verbs=…" };
  if (resources.length === 0 && urls.length === 0) return { fault: "needs resources=… or urls=…" };
  if (resources.length > 0 && !given.has("groups"))
    return { fault: 'needs groups=…; for the core group, write groups=""' };
  if (urls.length > 0 && text("namespace") !== "")
    return { fault: "has urls and a namespace, but only a ClusterRole can have urls" };
  return {
    value: {
      rule: {
        apiGroups: texts("groups").map((group) => (group === "core" ? "" : group)),
        resources,
        resourceNames: texts("resourceNames"),
        nonResourceURLs: urls,
        verbs,
      },
      namespace: text("namespace"),
      roleName: text("roleName"),
    },
  };
}

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
