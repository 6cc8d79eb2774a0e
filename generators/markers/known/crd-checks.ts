import { unknownArgument } from "../../../engine/markers/typed-arguments.js";
import { argumentsOf } from "../../../engine/markers/arguments.js";
import { listArgumentsOf } from "../../../engine/markers/list-arguments.js";
import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { unquote } from "../../../engine/markers/grammar.js";

type Check = NonNullable<MarkerDefinition["check"]>;

/**
 * Returns the check of a marker with named arguments.
 * @param known names of the arguments, each with a function that returns the fault of a value
 * @param needed name of the required argument
 */
function named(
  prefix: string,
  known: Readonly<Record<string, (value: string) => string | undefined>>,
  needed?: string,
): Check {
  return ({ name, value }) => {
    const given = argumentsOf(name, value, prefix);
    if ("fault" in given) return given.fault;
    for (const [key, text] of given) {
      const problem = Object.hasOwn(known, key) ? known[key]?.(text) : unknownArgument(key, Object.keys(known));
      if (problem !== undefined) return problem;
    }
    return needed === undefined || given.has(needed) ? undefined : `needs ${needed}=…`;
  };
}

const anyText = (): undefined => undefined;

/** Checks the warning of a deprecated version, which Kubernetes limits to 256 bytes. */
export const checkDeprecation = named("kubebuilder:deprecatedversion:", {
  warning: (text) => {
    if (text.trim() === "" || /\p{Cc}/u.test(text)) return "the warning must be a string without line breaks";
    return Buffer.byteLength(text) > 256 ? "the warning must have at most 256 bytes" : undefined;
  },
});

export const checkDocs = named(
  "kubebuilder:externalDocs:",
  {
    url: (url) =>
      /^([A-Za-z][A-Za-z0-9+.-]*:\/\/\S+|\/\S*)$/.test(url)
        ? undefined
        : "the url must be an address such as https://example.com",
    description: anyText,
  },
  "url",
);

/** Checks annotations and labels: `annotations="key=value";"key=value"`. */
export const checkMetadata: Check = ({ name, value }) => {
  const given = listArgumentsOf(name, value, "kubebuilder:metadata:");
  if ("fault" in given) return given.fault;
  for (const [key, items] of given) {
    if (key !== "annotations" && key !== "labels") return unknownArgument(key, ["annotations", "labels"]);
    const wrong = items.find((item) => !/^[^=]+=/.test(item));
    if (wrong !== undefined) return `${JSON.stringify(wrong)} must have the form key=value`;
  }
  return undefined;
};

/** Checks that the value is a string, with or without quotes. */
export const checkTitle: Check = ({ value = "" }) => {
  if (value === "") return "needs a string";
  return /^(-?\d+(\.\d+)?|true|false|null|\[.*|\{.*)$/s.test(value) ? "needs a string: put it in quotes" : undefined;
};

const types = ["string", "integer", "number", "boolean", "array", "object"];

/** Checks that the value is a type name of JSON schemas. */
export const checkType: Check = ({ value = "" }) =>
  types.includes(unquote(value)) ? undefined : `needs one of ${types.join(", ")}`;
