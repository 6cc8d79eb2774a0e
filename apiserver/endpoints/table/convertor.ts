import type { TableColumnDefinition } from "@apimachinery/runtime";
import type { APIObject } from "../../registry/api-object.js";
import { humanDuration } from "./human-duration.js";

/** How objects of a kind are shown in a table. */
export interface TableConvertor {
  readonly columns: readonly TableColumnDefinition[];
  /** One cell for each column. */
  cells(object: APIObject): readonly unknown[];
}

/** Of kinds that say nothing else: their name, and for how long they have been there. */
export const defaultConvertor: TableConvertor = {
  columns: [
    { name: "Name", type: "string", format: "name", description: "The object's name, unique among its kind in a namespace.", priority: 0 },
    { name: "Age", type: "date", format: "", description: "The time since the object was created.", priority: 0 },
  ],
  cells: ({ metadata }) => [metadata.name ?? "", age(metadata.creationTimestamp)],
};

function age(time: string | undefined): string {
  return time === undefined || time === "" ? "<unknown>" : humanDuration(Date.now() - Date.parse(time));
}
