import { field, validateConditions, validation, type ErrorList } from "@apimachinery/runtime";
import { validateMetadata } from "../../registry/validate-metadata.js";
import { immutableErrors } from "../immutable.js";
import { nameIsDNSSubdomain } from "../names.js";
import { isTrue } from "./migration-conditions.js";
import type { StorageVersionMigration } from "./v1/types.js";

/** Returns the errors of a migration (Go: ValidateStorageVersionMigration). */
export function validateMigration({ metadata, spec }: StorageVersionMigration): ErrorList {
  const { group, resource } = spec.resource;
  const path = field.newPath("spec", "resource");
  const wrong = (name: string, value: string, problems: readonly string[]): ErrorList =>
    problems.length === 0 ? [] : [field.invalid(path.child(name), value, problems.join(","))];
  return [
    ...validateMetadata(metadata, false, nameIsDNSSubdomain),
    ...(resource === ""
      ? [field.required(path.child("resource"), "resource is required to be set")]
      : wrong("resource", resource, validation.isDNS1035Label(resource))),
    ...(group === "" ? [] : wrong("group", group, validation.isDNS1123Subdomain(group))),
  ];
}

/** Returns the errors of a changed migration (Go: ValidateStorageVersionMigrationUpdate). */
export function validateMigrationUpdate(migration: StorageVersionMigration, old: StorageVersionMigration): ErrorList {
  // As in Kubernetes, the error shows the internal version of the object, in which the property has
  // another name.
  const shown = ({ spec }: StorageVersionMigration) => ({ Resource: spec.resource });
  return [...validateMigration(migration), ...immutableErrors("spec", shown(migration), shown(old))];
}

/** Returns the errors of a changed status (Go: ValidateStorageVersionMigrationStatusUpdate). */
export function validateMigrationStatus(migration: StorageVersionMigration, old: StorageVersionMigration): ErrorList {
  const { conditions = [], resourceVersion = "" } = migration.status;
  const { resourceVersion: recorded = "" } = old.status;
  const path = field.newPath("status");
  const wrong = (why: string): ErrorList => [field.invalid(path.child("conditions"), conditions, why)];
  const changed = (why: string): ErrorList => [field.invalid(path.child("resourceVersion"), resourceVersion, why)];
  return [
    ...(resourceVersion === "" || /^[1-9][0-9]*$/.test(resourceVersion)
      ? []
      : changed(`resource version is not well formed: ${resourceVersion}`)),
    ...validateConditions(conditions, path.child("conditions")),
    ...(recorded === "" || recorded === resourceVersion ? [] : changed("field is immutable")),
    ...(isTrue(migration, "Succeeded") && isTrue(migration, "Failed")
      ? wrong("Both success and failed conditions cannot be true at the same time")
      : []),
    ...(isTrue(old, "Succeeded") && !isTrue(migration, "Succeeded")
      ? wrong("Success condition cannot be set to false once it is true")
      : []),
    ...(isTrue(old, "Failed") && !isTrue(migration, "Failed")
      ? wrong("Failed condition cannot be set to false once it is true")
      : []),
  ];
}
