import type { TypedArguments } from "../../engine/markers/typed-arguments.js";

/** Possible values of arguments. Upper and lower case in a marker are not significant. */
export const knownWords = {
  failurePolicy: ["Ignore", "Fail"],
  matchPolicy: ["Exact", "Equivalent"],
  sideEffects: ["None", "NoneOnDryRun"],
  reinvocationPolicy: ["Never", "IfNeeded"],
} as const;

const verbs = ["create", "update", "delete", "connect", "*"];

/** Returns a message if an argument has none of its possible values; undefined if all are valid. */
export function wordProblem(given: TypedArguments): string | undefined {
  for (const [key, words] of Object.entries(knownWords)) {
    const value = given.get(key);
    if (value === undefined || value === "") continue;
    const isKnown = words.some((word) => word.toLowerCase() === String(value).toLowerCase());
    if (!isKnown) return `${key} must be ${words.join(" or ")}, not ${JSON.stringify(value)}`;
  }
  const listed = given.get("verbs");
  const wrong = Array.isArray(listed)
    ? (listed as readonly string[]).find((verb) => !verbs.includes(verb.toLowerCase()))
    : undefined;
  return wrong === undefined ? undefined : `verbs must be from ${verbs.join(", ")}, not ${JSON.stringify(wrong)}`;
}
