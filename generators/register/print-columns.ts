import { remedy, replaceMarker, type Remedy } from "../../engine/fix/fix.js";
import { underlying } from "../../engine/model/lookup.js";
import type { Marker, MarkerFault } from "../../engine/markers/marker.js";
import type { ScalarName, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { nearest } from "../../engine/util/nearest.js";
import type { Problem } from "../../engine/problem.js";
import { corrected, renamed, withValue, type Correction } from "./corrected.js";
import { parseJSONPath, type Step } from "./json-path.js";
import { argumentsOf, faultOf, type Fault } from "../../engine/markers/arguments.js";
import { atPath, typeAtPath } from "./path-type.js";

const prefix = "kubebuilder:printcolumn:";
export const columnMarker = `${prefix}*`;

/**
 * One entry of a kind's `printColumns`. Its properties are in the order in which they are printed.
 */
export interface ColumnView {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly path: readonly Step[];
}

const known = ["name", "type", "JSONPath", "description", "format", "priority"];
const types = ["integer", "number", "string", "boolean", "date"];
const formats = ["int32", "int64", "float", "double", "byte", "date", "date-time", "password"];

/**
 * Returns the error in a column marker that does not depend on the kind; undefined for a valid
 * marker.
 */
export function checkColumn(marker: Marker): string | MarkerFault | undefined {
  const column = parseColumn(marker);
  return "fault" in column ? faultOf(column) : undefined;
}

/**
 * Returns the columns of a kind. Columns with syntax errors, which the check of the marker reports,
 * are skipped.
 */
export function columnsOf({ markers }: TypeDeclaration): readonly ColumnView[] {
  return columnMarkers(markers).flatMap((marker) => {
    const column = parseColumn(marker);
    return "fault" in column ? [] : [column];
  });
}

/**
 * Reports columns whose path does not exist in the kind, or whose values have another type than the
 * column.
 */
export function columnProblems(universe: Universe, { id, name, markers }: TypeDeclaration): readonly Problem[] {
  return columnMarkers(markers).flatMap((marker) => {
    const column = parseColumn(marker);
    if ("fault" in column) return [];
    const found = typeAtPath(universe, { kind: "ref", to: id }, column.path);
    if ("fault" in found)
      return [
        problem(
          "column-path",
          marker,
          `the column ${column.name} of ${name}: ${found.fault}`,
          atPath(marker, found),
          "error",
        ),
      ];
    if (found.type === undefined || fits(underlying(universe, found.type), column.type)) return [];
    return [
      problem(
        "column-type",
        marker,
        `the column ${column.name} of ${name} has the type ${column.type}, but its value is of another type, so the cells stay empty`,
        asString(marker),
        "warning",
      ),
    ];
  });
}

/** Returns the fix that changes the type of a column to `string`. */
function asString(marker: Marker): Remedy {
  const given = argumentsOf(marker.name, marker.value, prefix);
  const text = 'type="string" shows any value';
  return "fault" in given
    ? { hint: text }
    : remedy(replaceMarker(marker, corrected("", prefix, given, withValue("type", "string")).instead, text));
}

function columnMarkers(markers: readonly Marker[]): readonly Marker[] {
  return markers.filter(({ name }) => name.startsWith(prefix));
}

const examples: { readonly [key: string]: string } = { name: "Name", type: "string", JSONPath: ".spec.name" };

function parseColumn({ name, value }: Marker): ColumnView | Fault | MarkerFault {
  const given = argumentsOf(name, value, prefix);
  if ("fault" in given) return given;
  const unknown = [...given.keys()].find((key) => !known.includes(key));
  const meant = unknown === undefined ? undefined : nearest(unknown, known);
  const instead = (fault: string, correction: Correction, isExample = false): MarkerFault =>
    corrected(fault, prefix, given, correction, isExample);
  if (unknown !== undefined) {
    return instead(
      meant === undefined
        ? `has no argument ${unknown}: ${known.join(", ")}`
        : `has no argument ${unknown}; did you mean ${meant}?`,
      renamed(unknown, known),
    );
  }
  const missing = ["name", "type", "JSONPath"].find((key) => (given.get(key) ?? "") === "");
  if (missing !== undefined) return instead(`needs ${missing}=…`, withValue(missing, examples[missing] ?? ""), true);
  const [head = "", type = "", format, description] = ["name", "type", "format", "description"].map((key) =>
    given.get(key),
  );
  if (!types.includes(type))
    return instead(
      `the type ${type} is not one of ${types.join(", ")}`,
      withValue("type", nearest(type, types) ?? "string"),
    );
  if (format !== undefined && !formats.includes(format))
    return instead(
      `the format ${format} is not one of ${formats.join(", ")}`,
      withValue("format", nearest(format, formats) ?? "int32"),
      true,
    );
  const priority = given.get("priority");
  if (priority !== undefined && !/^\d+$/.test(priority))
    return instead("the priority must be a whole number, 0 or more", withValue("priority", "1"), true);
  const path = parseJSONPath(given.get("JSONPath") ?? "");
  if ("fault" in path) {
    const pointed = `.${given.get("JSONPath") ?? ""}`;
    const isPoint = !("fault" in parseJSONPath(pointed));
    return instead(`the JSONPath ${path.fault}`, withValue("JSONPath", isPoint ? pointed : ".spec.name"), !isPoint);
  }
  return {
    name: head,
    type,
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined || Number(priority) === 0 ? {} : { priority: Number(priority) }),
    path,
  };
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

function problem(
  code: string,
  { position }: Marker,
  message: string,
  remedy: Remedy,
  severity: "error" | "warning",
): Problem {
  return { code: `register/${code}`, severity, message, ...remedy, position };
}
