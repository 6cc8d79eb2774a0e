import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { selectableField } from "../markers/register.js";
import { pathProblems } from "./path-type.js";

/** Returns the paths of the fields that field selectors can use, such as `spec.color`. */
export function selectableFieldsOf(kind: TypeDeclaration): readonly string[] {
  return selectableField.readAll(kind).map(({ value }) => value.join("."));
}

/** Reports selectable fields that do not exist, or are not a string, a boolean or an integer. */
export function selectableProblems(universe: Universe, kind: TypeDeclaration): readonly Problem[] {
  return selectableField.readAll(kind).flatMap(({ marker, value: path }) =>
    pathProblems(universe, kind, {
      marker,
      purpose: "selectable",
      subject: `the selectable field .${path.join(".")} of ${kind.name}`,
      path,
      fits: isSelectable,
      misfit: "is neither a string, a boolean nor an integer",
      remedy: remedy(removeMarker(marker)),
    }),
  );
}

function isSelectable(type: Type): boolean {
  if (type.kind === "literals") return true;
  return type.kind === "scalar" && /^(string|boolean|u?int\d+|Time|MicroTime|Duration|bytes)$/.test(type.name);
}
