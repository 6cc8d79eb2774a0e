import type { APIObject } from "../../request/api-object.js";
import type { TableConvertor } from "../../registry/table-convertor.js";
import { stringColumn } from "../columns.js";
import { migrationConditions } from "./migration-conditions.js";
import { qualifiedName } from "../../util/qualified-name.js";
import type { StorageVersionMigration } from "./v1/types.js";

/** Table output of StorageVersionMigrations, with the columns of Kubernetes. */
export const migrationTable: TableConvertor = {
  columns: [
    stringColumn("Name", "Name of the migration."),
    stringColumn("Resource", "GroupResource to migrate"),
    stringColumn("Status", "Status of the migration"),
  ],
  cells: (object: APIObject) => {
    // The convertor gets only StorageVersionMigrations.
    const { metadata, spec, status } = object as StorageVersionMigration;
    const { group, resource } = spec.resource;
    // If several conditions are true, the last one is shown.
    const shown = (status.conditions ?? []).filter(
      ({ type, status: value }) => value === "True" && migrationConditions.includes(type),
    );
    return [metadata.name ?? "", qualifiedName(group, resource), shown.at(-1)?.type ?? "Unknown"];
  },
};
