import type { Marker } from "../../engine/markers/marker.js";
import { lowerFirstLetter } from "../../engine/util/first-letter.js";

/** Verbs that a `+genclient:method` marker can use. */
const methodVerbs = ["create", "update", "get", "list", "patch", "apply"] as const;

/** A parsed `+genclient:method` marker. Its types are only names; `methodType` looks them up. */
export interface ParsedMethod {
  readonly marker: Marker;
  /** Name of the method: `getScale` for the marker `method=GetScale`. */
  readonly name: string;
  readonly verb: (typeof methodVerbs)[number];
  readonly subresource?: string;
  readonly input?: string;
  readonly result?: string;
}

const keys = ["verb", "subresource", "input", "result"];
const withInput: readonly string[] = ["create", "update", "apply"];

/**
 * Parses the value of a `+genclient:method` marker. Returns a fault and a hint for an invalid
 * value.
 */
export function parseMethod(marker: Marker): ParsedMethod | { readonly fault: string; readonly hint: string } {
  const [goName = "", ...rest] = (marker.value ?? "").split(",").map((part) => part.trim());
  const example = `+genclient:method=${/^[A-Za-z]\w*$/.test(goName) ? goName : "GetScale"},verb=get,subresource=scale`;
  const problem = (text: string, hint = example) => ({ fault: text, hint });
  if (!/^[A-Za-z]\w*$/.test(goName))
    return problem(
      `the value must begin with the name of the method, but ${JSON.stringify(goName)} is not an identifier`,
    );
  const given = new Map<string, string>();
  for (const part of rest) {
    const [key = "", value = "", more] = part.split("=").map((text) => text.trim());
    if (value === "" || more !== undefined) return problem(`${JSON.stringify(part)} does not have the form key=value`);
    if (!keys.includes(key)) return problem(`${key} is not an argument of a method; use one of ${keys.join(", ")}`);
    if (given.has(key)) return problem(`the argument ${key} occurs twice`);
    given.set(key, value);
  }
  const verb = given.get("verb");
  if (verb === undefined) return problem("the verb is missing");
  const known = methodVerbs.find((one) => one === verb);
  if (known === undefined) return problem(`${verb} is not a verb of a method; use one of ${methodVerbs.join(", ")}`);
  if (given.has("input") && !withInput.includes(known))
    return problem(
      `a method with the verb ${known} has no input`,
      "remove input, or use the verb create, update or apply",
    );
  const wrongPath = given
    .get("subresource")
    ?.split("/")
    .find((segment) => !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(segment));
  if (wrongPath !== undefined) return problem(`${JSON.stringify(wrongPath)} is not the name of a subresource`);
  given.delete("verb");
  return { marker, name: lowerFirstLetter(goName), verb: known, ...Object.fromEntries(given) };
}
