import { field, validation, type Condition, type ErrorList } from "@apimachinery/runtime";
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

/** Returns the errors of conditions (Go: metav1validation.ValidateConditions). */
function validateConditions(conditions: readonly Condition[], path: field.Path): ErrorList {
  return conditions.flatMap((condition, index) => {
    const at = path.index(index);
    const isRepeated = conditions.findIndex(({ type }) => type === condition.type) < index;
    return [...(isRepeated ? [field.duplicate(at, condition.type)] : []), ...validateCondition(condition, at)];
  });
}

const statuses = ["False", "True", "Unknown"];
const reasonForm = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const wrongReason =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

function validateCondition(
  { type, status, observedGeneration = 0, lastTransitionTime, reason, message }: Condition,
  at: field.Path,
): ErrorList {
  // The type excludes an empty string, but a client can send one.
  const given: string = status;
  return [
    ...(type === ""
      ? [field.required(at.child("type"), "is required")]
      : validation.isLabelKey(type).map((why) => field.invalid(at.child("type"), type, why))),
    ...(given === "" ? [field.required(at.child("status"), "")] : []),
    ...(given === "" || statuses.includes(given) ? [] : [field.notSupported(at.child("status"), given, statuses)]),
    ...(observedGeneration < 0
      ? [field.invalid(at.child("observedGeneration"), observedGeneration, "must be greater than or equal to zero")]
      : []),
    ...(lastTransitionTime === "" ? [field.required(at.child("lastTransitionTime"), "")] : []),
    ...validateReason(reason, at.child("reason")),
    ...(Buffer.byteLength(message) > 32 * 1024 ? [field.tooLong(at.child("message"), 32 * 1024)] : []),
  ];
}

function validateReason(reason: string, at: field.Path): ErrorList {
  if (reason === "") return [field.required(at, "")];
  return [
    ...(reasonForm.test(reason) ? [] : [field.invalid(at, reason, wrongReason)]),
    ...(Buffer.byteLength(reason) > 1024 ? [field.tooLong(at, 1024)] : []),
  ];
}
