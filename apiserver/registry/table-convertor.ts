import type { TableColumnDefinition } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";

/** Table output of a kind. */
export interface TableConvertor {
  readonly columns: readonly TableColumnDefinition[];
  /** Returns the cells of an object's row, one for each column. */
  cells(object: APIObject): readonly unknown[];
}

/** First column of every table. It contains the name of the object. */
export const nameColumn: TableColumnDefinition = {
  name: "Name",
  type: "string",
  format: "name",
  description: "The object's name, unique among its kind in a namespace.",
  priority: 0,
};
