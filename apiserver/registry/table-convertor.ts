import type { TableColumnDefinition } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";

/** How objects of a kind are shown in a table. */
export interface TableConvertor {
  readonly columns: readonly TableColumnDefinition[];
  /** One cell for each column. */
  cells(object: APIObject): readonly unknown[];
}

/** First in every table. */
export const nameColumn: TableColumnDefinition = {
  name: "Name",
  type: "string",
  format: "name",
  description: "The object's name, unique among its kind in a namespace.",
  priority: 0,
};
