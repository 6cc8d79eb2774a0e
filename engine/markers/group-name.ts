import { defineMarker } from "./define-marker.js";

/** The marker with the API group of a package. */
export const groupName = defineMarker({
  name: "groupName",
  places: ["package"],
  value: "a domain name; empty for the core group",
  description: "The API group of the folder's kinds. Generates AddToScheme, which registers the kinds.",
  example: "+groupName=example.com",
  owner: "codegen",
  parse({ value = "" }) {
    const [group = ""] = value.split("/");
    if (isGroup(value)) return { value };
    return {
      fault:
        group !== value && isGroup(group)
          ? `must be only the group, without the version, which is the name of the folder: ${group}`
          : "needs a domain name in lower case, such as example.com",
    };
  },
});

/** Reports whether a string is a domain name in lower case, or empty for the core group. */
export function isGroup(text: string): boolean {
  return text === "" || text.split(".").every((label) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(label));
}
