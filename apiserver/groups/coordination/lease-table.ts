import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { ageColumn, stringColumn } from "../columns.js";
import type { Lease } from "./v1/types.js";

/** Table output of Leases, with the columns of Kubernetes. */
export const leaseTable: TableConvertor = {
  columns: [nameColumn, stringColumn("Holder", "Identity of the process that holds the Lease."), ageColumn],
  cells: (object: APIObject) => {
    const { metadata, spec } = object as Lease; // The convertor gets only Leases.
    return [metadata.name ?? "", spec.holderIdentity ?? "", ageOf(metadata.creationTimestamp)];
  },
};
