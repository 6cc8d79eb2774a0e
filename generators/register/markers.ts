import { bool } from "../../engine/markers/known/define.js";
import type { MarkerDefinition } from "../../engine/markers/marker.js";

const owner = "register";

export const registerMarkers: readonly MarkerDefinition[] = [
  {
    name: "groupName",
    places: ["package"],
    value: "a domain name; empty for the core group",
    description: "The API group of the folder's kinds. Their registration is generated: AddToScheme and what it stands on.",
    example: "+groupName=example.com",
    owner,
    check: ({ value }) => (isGroup(value ?? "") ? undefined : "needs a domain name in lower case: example.com"),
  },
  {
    name: "k8s:register-gen",
    places: ["package", "type"],
    value: "`true` or `false`",
    description: "Whether a folder with +groupName is registered, or a kind is one of those that AddToScheme registers.",
    example: "+k8s:register-gen=false",
    owner,
    check: bool,
  },
];

function isGroup(text: string): boolean {
  return text === "" || text.split(".").every((label) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(label));
}
