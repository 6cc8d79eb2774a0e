import type { GroupDefinition } from "../../server/group-definition.js";
import type { Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";
import { field, validation, type ErrorList } from "@apimachinery/runtime";
import { validateMetadata } from "../../registry/validate-metadata.js";
import type { Strategy } from "../../registry/strategy.js";
import { nameIsDNSSubdomain } from "../names.js";
import type { Lease, LeaseSpec } from "./v1/types.js";
import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { ageColumn, stringColumn } from "../columns.js";

/** Table output of Leases, with the columns of Kubernetes. */
const leaseTable: TableConvertor = {
  columns: [nameColumn, stringColumn("Holder", "Identity of the process that holds the Lease."), ageColumn],
  cells: (object: APIObject) => {
    const { metadata, spec } = object as Lease; // The convertor gets only Leases.
    return [metadata.name ?? "", spec.holderIdentity ?? "", ageOf(metadata.creationTimestamp)];
  },
};

/** Strategy of Leases (Go: pkg/registry/coordination/lease). */
const leaseStrategy: Strategy<Lease> = {
  isNamespaced: true,
  allowCreateOnUpdate: true,
  table: leaseTable,
  validateOnUpdate: false,
  prepareForCreate: (_context, { spec }) => {
    dropCoordinated(spec, {});
  },
  prepareForUpdate: (_context, { spec }, old) => {
    dropCoordinated(spec, old.spec);
  },
  validate: (_context, { metadata, spec }) => [
    ...validateMetadata(metadata, true, nameIsDNSSubdomain),
    ...validateSpec(spec),
  ],
  validateUpdate: (_context, { spec }) => validateSpec(spec),
};

/**
 * Removes the fields of coordinated leader election, unless the old Lease has them. Kubernetes also
 * does this, because the feature is disabled by default.
 */
function dropCoordinated(spec: LeaseSpec, old: LeaseSpec): void {
  if (old.strategy === undefined) delete spec.strategy;
  if (old.preferredHolder === undefined) delete spec.preferredHolder;
}

/** Returns the errors of a Lease's spec (Go: ValidateLeaseSpec). */
function validateSpec(spec: LeaseSpec): ErrorList {
  const { leaseDurationSeconds, leaseTransitions, strategy, preferredHolder = "" } = spec;
  const path = field.newPath("spec");
  return [
    ...(leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0
      ? [field.invalid(path.child("leaseDurationSeconds"), leaseDurationSeconds, "must be greater than 0")]
      : []),
    ...(leaseTransitions !== undefined && leaseTransitions < 0
      ? [field.invalid(path.child("leaseTransitions"), leaseTransitions, "must be greater than or equal to 0")]
      : []),
    ...(strategy === undefined ? [] : validateStrategy(strategy)),
    ...(preferredHolder !== "" && (strategy ?? "") === ""
      ? [field.forbidden(path.child("preferredHolder"), "may only be specified if `strategy` is defined")]
      : []),
  ];
}

function validateStrategy(strategy: string): ErrorList {
  // As in Kubernetes, the path of these errors contains the name of the field twice.
  const path = field.newPath("spec").child("strategy").child("strategy");
  if (strategy.includes("/")) return validation.isLabelKey(strategy).map((why) => field.invalid(path, strategy, why));
  const known = ["OldestEmulationVersion"];
  return known.includes(strategy) ? [] : [field.notSupported(path, strategy, known)];
}

/** The group coordination.k8s.io, with the kind Lease. Leader elections use it. */
export const leaseGroup: GroupDefinition<typeof Kinds> = {
  install: Install,
  kinds: { Lease: leaseStrategy },
};
