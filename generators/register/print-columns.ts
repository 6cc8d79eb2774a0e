import { underlying } from "../../engine/model/lookup.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { ScalarName, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { nearest } from "../../engine/nearest.js";
import type { Problem } from "../../engine/problem.js";
import { parseJSONPath } from "./json-path.js";
import type { Step } from "./json-path.js";
import { argumentsOf } from "./marker-arguments.js";
import type { Fault } from "./marker-arguments.js";
import { typeAtPath } from "./path-type.js";

const prefix = "kubebuilder:printcolumn:";
export const columnMarker = `${prefix}*`;

/** One entry of a kind's `printColumns`, its properties in the order in which they are printed. */
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

/** What is wrong with a marker by itself. */
export function checkColumn(marker: Marker): string | undefined {
  const column = parseColumn(marker);
  return "fault" in column ? column.fault : undefined;
}

/** The columns of a kind; those that are wrong by themselves are reported when markers are checked. */
export function columnsOf({ markers }: TypeDeclaration): readonly ColumnView[] {
  return columnMarkers(markers).flatMap((marker) => {
    const column = parseColumn(marker);
    return "fault" in column ? [] : [column];
  });
}

/** Columns of what a kind does not have, or has in another type. */
export function columnProblems(universe: Universe, { id, name, markers }: TypeDeclaration): readonly Problem[] {
  return columnMarkers(markers).flatMap((marker) => {
    const column = parseColumn(marker);
    if ("fault" in column) return [];
    const found = typeAtPath(universe, { kind: "ref", to: id }, column.path);
    if ("fault" in found) return [problem("column-path", marker, `the column ${column.name} of ${name}: ${found.fault}`, found.hint, "error")];
    if (found.type === undefined || fits(underlying(universe, found.type), column.type)) return [];
    return [problem("column-type", marker, `the column ${column.name} of ${name} is a ${column.type}, its value none: the cells stay empty`, 'type="string" shows any value', "warning")];
  });
}

function columnMarkers(markers: readonly Marker[]): readonly Marker[] {
  return markers.filter(({ name }) => name.startsWith(prefix));
}

function parseColumn({ name, value }: Marker): ColumnView | Fault {
  const given = argumentsOf(name, value, prefix);
  if ("fault" in given) return given;
  const unknown = [...given.keys()].find((key) => !known.includes(key));
  const meant = unknown === undefined ? undefined : nearest(unknown, known);
  if (unknown !== undefined) return { fault: meant === undefined ? `knows no ${unknown}: ${known.join(", ")}` : `knows no ${unknown}; did you mean ${meant}?` };
  const missing = ["name", "type", "JSONPath"].find((key) => (given.get(key) ?? "") === "");
  if (missing !== undefined) return { fault: `needs ${missing}=…` };
  const [head = "", type = "", format, description] = ["name", "type", "format", "description"].map((key) => given.get(key));
  if (!types.includes(type)) return { fault: `the type ${type} is none of ${types.join(", ")}` };
  if (format !== undefined && !formats.includes(format)) return { fault: `the format ${format} is none of ${formats.join(", ")}` };
  const priority = given.get("priority");
  if (priority !== undefined && !/^\d+$/.test(priority)) return { fault: "the priority must be a whole number, 0 or more" };
  const path = parseJSONPath(given.get("JSONPath") ?? "");
  if ("fault" in path) return { fault: `the JSONPath ${path.fault}` };
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

function problem(code: string, { position }: Marker, message: string, hint: string, severity: "error" | "warning"): Problem {
  return { code: `register/${code}`, severity, message, hint, position };
}
