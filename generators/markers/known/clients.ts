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
      return "one lists the client's verbs, the other lists the verbs that it does not have";
    case "genclient:readonly":
      return without(
        "a client that only reads",
        only.filter((verb) => !reading.includes(verb)),
      );
    case "genclient:noVerbs":
      return "a client without verbs has none of these";
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
    : "needs a name in lower case, as in URLs: endpoints";

const isIdentifier: MarkerDefinition["check"] = (marker) =>
  /^[A-Za-z]\w*$/.test(marker.value ?? "") ? undefined : "needs an identifier";

/** Definitions of the markers of client-gen, lister-gen and informer-gen. */
export const clientMarkers: readonly MarkerDefinition[] = define(
  "client-gen",
  ["type"],
  [
    { name: "genclient", value: "none", description: "The type gets a client", check: bare },
    {
      name: "genclient:nonNamespaced",
      formerName: "nonNamespaced",
      value: "none",
      description: "Objects are in no namespace",
      check: bare,
    },
    {
      name: "genclient:noVerbs",
      formerName: "noMethods",
      value: "none",
      description: "The client has only the methods of genclient:method markers",
      check: bare,
    },
    { name: "genclient:noStatus", value: "none", description: "No method updates the status", check: bare },
    {
      name: "genclient:readonly",
      formerName: "readonlyMethods",
      value: "none",
      description: "Only get, list and watch",
      check: bare,
      contradicts: (_marker, { name }) =>
        name === "genclient:noVerbs" ? "a client without verbs does not read" : undefined,
    },
    {
      name: "genclient:onlyVerbs",
      value: "verbs, with commas",
      description: "Only these verbs",
      example: "+genclient:onlyVerbs=create,get",
      check: checkVerbs,
      contradicts: onlyVerbsContradict,
    },
    {
      name: "genclient:skipVerbs",
      value: "verbs, with commas",
      description: "All verbs except these",
      example: "+genclient:skipVerbs=watch",
      check: checkVerbs,
    },
    {
      name: "genclient:method",
      value: "Name,verb=…,subresource=…,input=…,result=…",
      description: "One more method",
      example: "+genclient:method=GetScale,verb=get,subresource=scale,result=../autoscaling/v1.Scale",
      repeatable: true,
      check: some,
    },
    {
      name: "resourceName",
      value: "a plural",
      description: "The resource's name in URLs, if it is not the regular plural",
      example: "+resourceName=endpoints",
      check: isResource,
    },
    {
      name: "groupGoName",
      places: ["package"],
      value: "an identifier",
      description: "The group's name in clients",
      example: "+groupGoName=Restaurant",
      check: isIdentifier,
    },
    {
      name: "k8s:client-gen",
      places: ["package"],
      value: "true or false",
      description: "Whether the package gets clients",
      example: "+k8s:client-gen=false",
      check: checkBool,
    },
    {
      name: "k8s:lister-gen",
      places: ["package"],
      value: "true or false",
      description: "Whether the package gets listers",
      example: "+k8s:lister-gen=false",
      check: checkBool,
    },
    {
      name: "k8s:informer-gen",
      places: ["package"],
      value: "true or false",
      description: "Whether the package gets informers",
      example: "+k8s:informer-gen=false",
      check: checkBool,
    },
    {
      name: "k8s:applyconfiguration-gen",
      places: ["package"],
      value: "true or false",
      description: "Whether the package gets apply configurations",
      example: "+k8s:applyconfiguration-gen=false",
      check: checkBool,
    },
  ],
);
