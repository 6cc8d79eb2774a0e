import {
  compareTimes,
  dateOf,
  findByPath,
  goPrint,
  sortedJSONText,
  type JSONValue,
  type PrintColumn,
} from "@apimachinery/runtime";
import type { APIObject } from "../../request/api-object.js";
import { humanDuration } from "./human-duration.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";

/**
 * Returns the table output with the given print columns, in the format of Kubernetes' custom
 * resources.
 * @param versioned converts an object to the version that declares the columns
 */
export function columnConvertor(
  columns: readonly PrintColumn[],
  versioned: (object: APIObject) => unknown,
): TableConvertor {
  const definitions = columns.map(({ name, type, format = "", description = "", priority = 0 }) => ({
    name,
    type,
    format,
    description,
    priority,
  }));
  return {
    columns: [nameColumn, ...definitions],
    cells: (object) => {
      const shown = versioned(object);
      return [object.metadata.name ?? "", ...columns.map((column) => cell(column, shown))];
    },
  };
}

/**
 * Returns the value of a cell; null if the value is missing or has another type than the column. A
 * column of the type `string` shows values of all types (Go: cellForJSONValue of
 * apiextensions-apiserver).
 */
function cell({ type, path }: PrintColumn, object: unknown): string | number | boolean | null {
  const [value] = findByPath(object, path);
  if (value === undefined) return null;
  switch (type) {
    case "string":
      return textOf(value);
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : null;
    case "number":
      return typeof value === "number" ? value : null;
    case "date":
      return typeof value === "string" ? ageOf(value) : null;
  }
}

/** Returns the string that Go's JSONPath prints for a value. */
function textOf(value: JSONValue): string {
  if (value === null) return "<no value>";
  return typeof value === "object" ? sortedJSONText(value) : goPrint(value);
}

/**
 * Returns the time since a timestamp (RFC 3339), such as `5d` or `3m20s`; `<unknown>` for a missing
 * or zero timestamp, and `<invalid>` for an invalid one or one at least 2 seconds in the future.
 */
export function ageOf(time: string | undefined): string {
  if (time === undefined || time === "null") return "<unknown>";
  try {
    const date = dateOf(time);
    const isZero = date === null || compareTimes(time, "") === 0;
    return isZero ? "<unknown>" : humanDuration(Date.now() - date.getTime());
  } catch {
    return "<invalid>";
  }
}
