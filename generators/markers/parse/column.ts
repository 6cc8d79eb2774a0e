import { unknownArgument } from "../../../engine/markers/typed-arguments.js";
import { argumentsOf } from "../../../engine/markers/arguments.js";
import type { Parsed } from "../../../engine/markers/define-marker.js";
import type { Marker, MarkerFault } from "../../../engine/markers/marker.js";
import { nearest } from "../../../engine/util/nearest.js";
import { corrected, renamed, withValue, type Correction } from "./corrected.js";
import { parseJSONPath, type ParsedStep } from "./json-path.js";

export const columnPrefix = "kubebuilder:printcolumn:";

/**
 * One entry of a kind's `printColumns`. The properties are in the order in which they are printed.
 */
export interface ColumnView {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly path: readonly ParsedStep[];
}

const known = ["name", "type", "JSONPath", "description", "format", "priority"];
/** Types of columns that Kubernetes supports. */
export const columnTypes = ["integer", "number", "string", "boolean", "date"];
export const columnFormats = ["int32", "int64", "float", "double", "byte", "date", "date-time", "password"];

const examples: { readonly [key: string]: string } = { name: "Name", type: "string", JSONPath: ".spec.name" };

/** Parses the arguments of a column marker. Does not check whether the path exists in the kind. */
export function parseColumn({ name, value }: Marker): Parsed<ColumnView> {
  const given = argumentsOf(name, value, columnPrefix);
  if ("fault" in given) return given;
  const unknown = [...given.keys()].find((key) => !known.includes(key));
  const instead = (problem: string, correction: Correction, isExample = false): MarkerFault =>
    corrected(problem, columnPrefix, given, correction, isExample);
  if (unknown !== undefined) return instead(unknownArgument(unknown, known), renamed(unknown, known));
  const missing = ["name", "type", "JSONPath"].find((key) => (given.get(key) ?? "") === "");
  if (missing !== undefined) return instead(`needs ${missing}=…`, withValue(missing, examples[missing] ?? ""), true);
  const [head = "", type = "", format, description] = ["name", "type", "format", "description"].map((key) =>
    given.get(key),
  );
  if (!columnTypes.includes(type))
    return instead(
      `the type ${type} must be one of ${columnTypes.join(", ")}`,
      withValue("type", nearest(type, columnTypes) ?? "string"),
    );
  if (format !== undefined && !columnFormats.includes(format))
    return instead(
      `the format ${format} must be one of ${columnFormats.join(", ")}`,
      withValue("format", nearest(format, columnFormats) ?? "int32"),
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
  const column = {
    name: head,
    type,
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined || Number(priority) === 0 ? {} : { priority: Number(priority) }),
    path,
  };
  return { value: column };
}
