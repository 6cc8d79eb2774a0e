import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { bare, checkBool, define, some } from "./define.js";

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

/** Definitions of the markers of client-gen, lister-gen and informer-gen. */
export const clientMarkers: readonly MarkerDefinition[] = define(
  "client-gen",
  ["type"],
  [
    { name: "genclient", value: "none", description: "Generates a client for the type", check: bare },
    {
      name: "genclient:nonNamespaced",
      formerName: "nonNamespaced",
      value: "none",
      description: "The kind is cluster-scoped: its objects are in no namespace",
      check: bare,
    },
    {
      name: "genclient:noVerbs",
      formerName: "noMethods",
      value: "none",
      description: "The client has no methods except those of `+genclient:method`",
      check: bare,
    },
    {
      name: "genclient:noStatus",
      value: "none",
      description: "The client has no method that updates the status",
      check: bare,
    },
    {
      name: "genclient:readonly",
      formerName: "readonlyMethods",
      value: "none",
      description: "The client has only the methods get, list and watch",
      check: bare,
      contradicts: (_marker, { name }) =>
        name === "genclient:noVerbs" ? "a client without verbs cannot read" : undefined,
    },
    {
      name: "genclient:onlyVerbs",
      value: "verbs, separated by commas",
      description: "The client has only these verbs",
      example: "+genclient:onlyVerbs=create,get",
      check: checkVerbs,
      contradicts: onlyVerbsContradict,
    },
    {
      name: "genclient:skipVerbs",
      value: "verbs, separated by commas",
      description: "The client has all verbs except these",
      example: "+genclient:skipVerbs=watch",
      check: checkVerbs,
    },
    {
      name: "genclient:method",
      value: "Name,verb=…,subresource=…,input=…,result=…",
      description: "An additional method of the client",
      example: "+genclient:method=GetScale,verb=get,subresource=scale,result=../autoscaling/v1.Scale",
      repeatable: true,
      check: some,
    },
    {
      name: "resourceName",
      value: "a plural",
      description: "The name of the resource in URLs, if it is not the regular plural",
      example: "+resourceName=endpoints",
      check: isResource,
    },
    {
      name: "groupGoName",
      places: ["package"],
      value: "an identifier",
      description: "The name of the group in clients",
      example: "+groupGoName=Restaurant",
      check: isIdentifier,
    },
    {
      name: "k8s:client-gen",
      places: ["package"],
      value: "true or false",
      description: "Whether clients are generated for the package",
      example: "+k8s:client-gen=false",
      check: checkBool,
    },
    {
      name: "k8s:lister-gen",
      places: ["package"],
      value: "true or false",
      description: "Whether listers are generated for the package",
      example: "+k8s:lister-gen=false",
      check: checkBool,
    },
    {
      name: "k8s:informer-gen",
      places: ["package"],
      value: "true or false",
      description: "Whether informers are generated for the package",
      example: "+k8s:informer-gen=false",
      check: checkBool,
    },
    {
      name: "k8s:applyconfiguration-gen",
      places: ["package"],
      value: "true or false",
      description: "Whether apply configurations are generated for the package",
      example: "+k8s:applyconfiguration-gen=false",
      check: checkBool,
    },
  ],
);
