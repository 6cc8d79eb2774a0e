import { unknownArgument } from "../../../engine/markers/typed-arguments.js";
import { argumentsOf } from "../../../engine/markers/arguments.js";
import type { Parsed } from "../../../engine/markers/define-marker.js";
import type { Marker, MarkerFault } from "../../../engine/markers/marker.js";
import { corrected, renamed, withValue, type Correction } from "./corrected.js";

export const scalePrefix = "kubebuilder:subresource:scale:";

/**
 * The paths in a scale marker, by the name of the argument. `name` is the property with the path in
 * generated code.
 */
export const scalePaths = {
  specpath: { name: "specReplicasPath", below: ["spec"], type: /^u?int\d+$/, wanted: "an integer" },
  statuspath: { name: "statusReplicasPath", below: ["status"], type: /^u?int\d+$/, wanted: "an integer" },
  selectorpath: { name: "labelSelectorPath", below: ["spec", "status"], type: /^string$/, wanted: "a string" },
} as const;

type Argument = keyof typeof scalePaths;
export type ScaleView = readonly {
  readonly argument: Argument;
  readonly name: string;
  readonly path: readonly string[];
}[];

/** Parses the paths in a scale marker. Does not check whether the paths exist in the kind. */
export function parseScale({ name, value }: Marker): Parsed<ScaleView> {
  const given = argumentsOf(name, value, scalePrefix);
  if ("fault" in given) return given;
  const unknown = [...given.keys()].find((key) => !Object.hasOwn(scalePaths, key));
  const instead = (problem: string, correction: Correction): MarkerFault =>
    corrected(problem, scalePrefix, given, correction, true);
  if (unknown !== undefined)
    return instead(unknownArgument(unknown, Object.keys(scalePaths)), renamed(unknown, Object.keys(scalePaths)));
  const missing = ["specpath", "statuspath"].find((key) => !given.has(key));
  if (missing !== undefined)
    return instead(`needs ${missing}=…`, withValue(missing, `.${missing === "specpath" ? "spec" : "status"}.replicas`));
  const result: { argument: Argument; name: string; path: readonly string[] }[] = [];
  for (const argument of Object.keys(scalePaths) as readonly Argument[]) {
    const text = given.get(argument);
    if (text === undefined) continue;
    const { name: property, below } = scalePaths[argument];
    const path = text.slice(1).split(".");
    const isPath = text.startsWith(".") && path.length > 1 && path.every((part) => /^[A-Za-z_$][\w$-]*$/.test(part));
    if (!isPath || !below.some((root) => root === path[0]))
      return instead(
        `${argument} must be a path below .${below.join(" or .")}, such as .${below[0]}.replicas`,
        withValue(argument, `.${below[0]}.replicas`),
      );
    result.push({ argument, name: property, path });
  }
  return { value: result };
}
