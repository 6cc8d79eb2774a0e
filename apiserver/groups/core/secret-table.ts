import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { ageColumn, stringColumn } from "../columns.js";
import type { Secret } from "./v1/types.js";

/** Table output of Secrets, with the columns of Kubernetes. */
export const secretTable: TableConvertor = {
  columns: [
    nameColumn,
    stringColumn("Type", "Purpose of the data."),
    stringColumn("Data", "Number of values."),
    ageColumn,
  ],
  cells: (object: APIObject) => {
    const { metadata, type = "", data = {} } = object as Secret; // The convertor gets only Secrets.
    return [metadata.name ?? "", type, Object.keys(data).length, ageOf(metadata.creationTimestamp)];
  },
};
