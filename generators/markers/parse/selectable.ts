import { unknownArgument } from "../../../engine/markers/typed-arguments.js";
import { argumentsOf } from "../../../engine/markers/arguments.js";
import type { Parsed } from "../../../engine/markers/define-marker.js";
import type { Marker } from "../../../engine/markers/marker.js";
import { corrected } from "./corrected.js";

export const selectablePrefix = "kubebuilder:selectablefield:";

/** Parses the path of a selectable field to a list of property names. */
export function parseSelectable({ name, value }: Marker): Parsed<readonly string[]> {
  const given = argumentsOf(name, value, selectablePrefix);
  if ("fault" in given) return given;
  const unknown = [...given.keys()].find((key) => key !== "JSONPath");
  const path = given.get("JSONPath");
  const problem = (text: string) => {
    const written = path ?? given.get(unknown ?? "") ?? "";
    const meant = [written, `.${written}`].find(isPath);
    const correction = () => new Map([["JSONPath", meant ?? ".spec.name"]]);
    return corrected(text, selectablePrefix, given, correction, meant === undefined);
  };
  if (unknown !== undefined) return problem(unknownArgument(unknown, ["JSONPath"]));
  if (path === undefined) return problem("needs JSONPath=…");
  return isPath(path)
    ? { value: path.slice(1).split(".") }
    : problem("the JSONPath must consist of names of properties, such as .spec.name");
}

function isPath(text: string): boolean {
  return /^(\.[A-Za-z_][\w-]*)+$/.test(text);
}
