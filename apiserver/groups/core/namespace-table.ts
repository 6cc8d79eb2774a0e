import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { ageColumn, stringColumn } from "../columns.js";
import type { Namespace } from "./v1/types.js";

/** Table output of Namespaces, with the columns of Kubernetes. */
export const namespaceTable: TableConvertor = {
  columns: [nameColumn, stringColumn("Status", "The status of the namespace"), ageColumn],
  cells: (object: APIObject) => {
    const { metadata, status } = object as Namespace; // The convertor gets only Namespaces.
    return [metadata.name ?? "", status.phase ?? "", ageOf(metadata.creationTimestamp)];
  },
};
