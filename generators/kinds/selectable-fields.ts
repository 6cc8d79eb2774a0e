import { remedy, removeMarker, type Remedy } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import { underlying } from "../../engine/model/lookup.js";
import type { Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { selectableField } from "../markers/register.js";
import { atPath, typeAtPath } from "./path-type.js";
import { registerProblems } from "../problem-codes/register.js";

/** Returns the paths of the fields that field selectors can use, such as `spec.color`. */
export function selectableFieldsOf(kind: TypeDeclaration): readonly string[] {
  return selectableField.readAll(kind).map(({ value }) => value.join("."));
}

/** Reports selectable fields that do not exist, or are not a string, a boolean or an integer. */
export function selectableProblems(universe: Universe, kind: TypeDeclaration): readonly Problem[] {
  return selectableField.readAll(kind).flatMap(({ marker, value: path }) => {
    const found = typeAtPath(universe, { kind: "ref", to: kind.id }, path);
    const subject = `the selectable field .${path.join(".")} of ${kind.name}`;
    if ("fault" in found)
      return [problem("register/selectable-path", marker, `${subject}: ${found.fault}`, atPath(marker, found))];
    if (found.type === undefined || isSelectable(underlying(universe, found.type))) return [];
    const message = `${subject} is neither a string, a boolean nor an integer`;
    return [problem("register/selectable-type", marker, message, remedy(removeMarker(marker)))];
  });
}

function isSelectable(type: Type): boolean {
  if (type.kind === "literals") return true;
  return type.kind === "scalar" && /^(string|boolean|u?int\d+|Time|MicroTime|Duration|bytes)$/.test(type.name);
}

function problem(
  code: "register/selectable-path" | "register/selectable-type",
  { position }: Marker,
  message: string,
  remedy: Remedy,
): Problem {
  return { ...registerProblems.is(code), message, ...remedy, position };
}
