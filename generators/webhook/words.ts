import type { TypedArguments } from "../../engine/markers/typed-arguments.js";

/** Values of arguments that are words. Markers may write them in any case. */
export const knownWords = {
  failurePolicy: ["Ignore", "Fail"],
  matchPolicy: ["Exact", "Equivalent"],
  sideEffects: ["None", "NoneOnDryRun"],
  reinvocationPolicy: ["Never", "IfNeeded"],
} as const;

const verbs = ["create", "update", "delete", "connect", "*"];

/** Returns the problem in an argument that is not one of its words; undefined without a problem. */
export function wordProblem(given: TypedArguments): string | undefined {
  for (const [key, words] of Object.entries(knownWords)) {
    const value = given.get(key);
    if (value === undefined || value === "") continue;
    const isKnown = words.some((word) => word.toLowerCase() === String(value).toLowerCase());
    if (!isKnown) return `${key} needs ${words.join(" or ")}, not ${JSON.stringify(value)}`;
  }
  const listed = given.get("verbs");
  const wrong = Array.isArray(listed)
    ? (listed as readonly string[]).find((verb) => !verbs.includes(verb.toLowerCase()))
    : undefined;
  return wrong === undefined ? undefined : `verbs needs ${verbs.join(", ")}, not ${JSON.stringify(wrong)}`;
}
