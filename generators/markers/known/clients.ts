import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { booleanValue, define, none, some, valued } from "./define.js";

/** Methods of a client, in the order of client-gen. */
export const clientVerbs = [
  "create",
  "update",
  "updateStatus",
  "delete",
  "deleteCollection",
  "get",
  "list",
  "watch",
  "patch",
  "apply",
  "applyStatus",
] as const;

export type ClientVerb = (typeof clientVerbs)[number];

/** Methods of a read-only client. */
export const reading: readonly string[] = ["get", "list", "watch"];

const checkVerbs: MarkerDefinition["check"] = (marker) => {
  const wrong = (marker.value ?? "").split(",").find((verb) => !(clientVerbs as readonly string[]).includes(verb));
  return wrong === undefined ? undefined : `\`${wrong}\` is not a verb; use one of ${clientVerbs.join(", ")}`;
};

/**
 * Returns the reason why another marker contradicts `+genclient:onlyVerbs`; undefined if it does
 * not.
 */
const onlyVerbsContradict: MarkerDefinition["contradicts"] = ({ value = "" }, { name }) => {
  const only = value.split(",");
  switch (name) {
    case "genclient:skipVerbs":
      return "onlyVerbs lists the verbs of the client, skipVerbs lists the verbs that the client does not have";
    case "genclient:readonly":
      return without(
        "a client that only reads",
        only.filter((verb) => !reading.includes(verb)),
      );
    case "genclient:noVerbs":
      return "a client without verbs does not have these verbs";
    case "genclient:noStatus":
      return without(
        "a client without status",
        only.filter((verb) => verb.endsWith("Status")),
      );
    default:
      return undefined;
  }
};

function without(client: string, missing: readonly string[]): string | undefined {
  return missing.length === 0 ? undefined : `${client} has no ${missing.join(" and no ")}`;
}

const isResource: MarkerDefinition["check"] = (marker) =>
  /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(marker.value ?? "")
    ? undefined
    : "needs the name of the resource in URLs, in lower case, such as endpoints";

const isIdentifier: MarkerDefinition["check"] = (marker) =>
  /^[A-Za-z]\w*$/.test(marker.value ?? "") ? undefined : "needs an identifier";

/**
 * Definitions of the markers of client-gen, lister-gen, informer-gen and applyconfiguration-gen.
 */
export const clientMarkers: readonly MarkerDefinition[] = define("client-gen", ["type"], {
  genclient: none("Generates a client for the type"),
  "genclient:nonNamespaced": none("The kind is cluster-scoped: its objects are in no namespace", {
    formerName: "nonNamespaced",
  }),
  "genclient:noVerbs": none("The client has no methods except those of `+genclient:method`", {
    formerName: "noMethods",
  }),
  "genclient:noStatus": none("The client has no method that updates the status"),
  "genclient:readonly": none("The client has only the methods get, list and watch", {
    formerName: "readonlyMethods",
    contradicts: (_marker, { name }) =>
      name === "genclient:noVerbs" ? "a client without verbs cannot read" : undefined,
  }),
  "genclient:onlyVerbs": valued("verbs, separated by commas", "=create,get", "The client has only these verbs", {
    check: checkVerbs,
    contradicts: onlyVerbsContradict,
  }),
  "genclient:skipVerbs": valued("verbs, separated by commas", "=watch", "The client has all verbs except these", {
    check: checkVerbs,
  }),
  "genclient:method": valued(
    "Name,verb=…,subresource=…,input=…,result=…",
    "=GetScale,verb=get,subresource=scale,result=../autoscaling/v1.Scale",
    "An additional method of the client",
    { repeatable: true, check: some },
  ),
  resourceName: valued("a plural", "=endpoints", "The name of the resource in URLs, if it is not the regular plural", {
    check: isResource,
  }),
  groupGoName: valued("an identifier", "=Restaurant", "The name of the group in clients", {
    places: ["package"],
    check: isIdentifier,
  }),
  "k8s:client-gen": booleanValue("=false", "Whether clients are generated for the package", { places: ["package"] }),
  "k8s:lister-gen": booleanValue("=false", "Whether listers are generated for the package", { places: ["package"] }),
  "k8s:informer-gen": booleanValue("=false", "Whether informers are generated for the package", {
    places: ["package"],
  }),
  "k8s:applyconfiguration-gen": booleanValue("=false", "Whether apply configurations are generated for the package", {
    places: ["package"],
  }),
});
