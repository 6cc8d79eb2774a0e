import type { MarkerDefinition } from "../marker.js";
import { bare, bool, define, some } from "./define.js";

const verbs = new Set([
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
]);

const checkVerbs: MarkerDefinition["check"] = (marker) => {
  const wrong = (marker.value ?? "").split(",").find((verb) => !verbs.has(verb));
  return wrong === undefined ? undefined : `\`${wrong}\` is not a verb; use one of ${[...verbs].join(", ")}`;
};

const isResource: MarkerDefinition["check"] = (marker) =>
  /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(marker.value ?? "")
    ? undefined
    : "needs a name in lower case, as in URLs: endpoints";

const isIdentifier: MarkerDefinition["check"] = (marker) =>
  /^[A-Za-z]\w*$/.test(marker.value ?? "") ? undefined : "needs an identifier";

/** Markers of client-gen, its companions and go-to-protobuf. */
export const clientMarkers: readonly MarkerDefinition[] = [
  ...define(
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
      },
      {
        name: "genclient:onlyVerbs",
        value: "verbs, with commas",
        description: "Only these verbs",
        example: "+genclient:onlyVerbs=create,get",
        check: checkVerbs,
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
        check: bool,
      },
      {
        name: "k8s:lister-gen",
        places: ["package"],
        value: "true or false",
        description: "Whether the package gets listers",
        example: "+k8s:lister-gen=false",
        check: bool,
      },
      {
        name: "k8s:informer-gen",
        places: ["package"],
        value: "true or false",
        description: "Whether the package gets informers",
        example: "+k8s:informer-gen=false",
        check: bool,
      },
      {
        name: "k8s:applyconfiguration-gen",
        places: ["package"],
        value: "true or false",
        description: "Whether the package gets apply configurations",
        example: "+k8s:applyconfiguration-gen=false",
        check: bool,
      },
    ],
  ),
  ...define(
    "go-to-protobuf",
    ["type", "field"],
    [
      {
        name: "protobuf.*",
        value: "text",
        description: "How Go's type is written as protobuf",
        example: "+protobuf.nullable=true",
        repeatable: true,
        raw: true,
      },
    ],
  ),
];
