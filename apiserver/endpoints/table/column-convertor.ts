import { findByPath, type JSONValue, type PrintColumn } from "@apimachinery/runtime";
import type { APIObject } from "../../request/api-object.js";
import { humanDuration } from "./human-duration.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";

/**
 * Returns the table output for the print columns of a kind, in the format of Kubernetes' custom
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
 * Returns the value of a cell; null if the value is missing or has another type than the column.
 */
function cell({ type, path }: PrintColumn, object: unknown): string | number | boolean | null {
  const [value = null] = findByPath(object, path);
  if (value === null) return null;
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

function textOf(value: JSONValue): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the time since a timestamp, as `5d` or `3m20s`. */
export function ageOf(time: string | undefined): string {
  if (time === undefined || time === "") return "<unknown>";
  const milliseconds = Date.parse(time);
  return Number.isNaN(milliseconds) ? "<invalid>" : humanDuration(Date.now() - milliseconds);
}
