import { remedy, replaceMarker, type Remedy } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { ScalarName, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { corrected, withValue } from "../markers/parse/corrected.js";
import { argumentsOf } from "../../engine/markers/arguments.js";
import { printColumn } from "../markers/register.js";
import { columnPrefix, type ColumnView } from "../markers/parse/column.js";
import { pathProblems } from "../kinds/path-type.js";

/**
 * Returns the columns of a kind. Columns with syntax errors are omitted, because the check of the
 * marker reports them.
 */
export function columnsOf(kind: TypeDeclaration): readonly ColumnView[] {
  return printColumn.readAll(kind).map(({ value }) => value);
}

/**
 * Reports columns whose path does not exist in the kind, or whose type is not the type of the
 * values at the path.
 */
export function columnProblems(universe: Universe, kind: TypeDeclaration): readonly Problem[] {
  return printColumn.readAll(kind).flatMap(({ marker, value: { name, type, path } }) =>
    pathProblems(universe, kind, {
      marker,
      purpose: "column",
      subject: `the column ${name} of ${kind.name}`,
      path,
      fits: (found) => fits(found, type),
      misfit: `has the type ${type}, but the property has another type, so the column stays empty`,
      remedy: asString(marker),
    }),
  );
}

/** Returns the remedy that changes the type of a column to `string`. */
function asString(marker: Marker): Remedy {
  const given = argumentsOf(marker.name, marker.value, columnPrefix);
  const text = 'write type="string", which prints values of any type';
  return "fault" in given
    ? { hint: text }
    : remedy(replaceMarker(marker, corrected("", columnPrefix, given, withValue("type", "string")).instead, text));
}

const scalars: Readonly<Record<string, RegExp>> = {
  integer: /^(u?int\d+|IntOrString|float\d+)$/,
  number: /^(u?int\d+|IntOrString|float\d+)$/,
  boolean: /^boolean$/,
  date: /^(Time|MicroTime|string)$/,
};

function fits(type: Type, column: string): boolean {
  if (column === "string") return true;
  if (type.kind === "literals") return typeof type.values[0] === (column === "boolean" ? "boolean" : "number");
  return type.kind === "scalar" && (scalars[column]?.test(type.name satisfies ScalarName) ?? false);
}
