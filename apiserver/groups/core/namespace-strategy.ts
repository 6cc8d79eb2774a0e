import type { Strategy } from "../../registry/strategy.js";
import type { ObjectSubresource } from "../../registry/subresource.js";
import type { Namespace } from "./v1/types.js";
import { ageOf } from "../../endpoints/table/column-convertor.js";
import type { APIObject } from "../../request/api-object.js";
import { nameColumn, type TableConvertor } from "../../registry/table-convertor.js";
import { ageColumn, stringColumn } from "../columns.js";
import { field, type ErrorList } from "@apimachinery/runtime";
import { validateMetadata } from "../../registry/validate-metadata.js";
import { finalizerErrors, unqualifiedFinalizers } from "../finalizer-names.js";
import { nameIsDNSLabel } from "../names.js";

/** Table output of Namespaces, with the columns of Kubernetes. */
const namespaceTable: TableConvertor = {
  columns: [nameColumn, stringColumn("Status", "The status of the namespace"), ageColumn],
  cells: (object: APIObject) => {
    const { metadata, status } = object as Namespace; // The convertor gets only Namespaces.
    return [metadata.name ?? "", status.phase ?? "", ageOf(metadata.creationTimestamp)];
  },
};

/** Finalizer in the spec of each namespace. The namespace controller removes it. */
export const kubernetesFinalizer = "kubernetes";

/** Subresource with which a client changes the finalizers in the spec of a namespace. */
const finalize: ObjectSubresource<Namespace, Namespace> = {
  kind: "Namespace",
  get: (_context, namespace) => namespace,
  update: (_context, namespace, { spec }) => {
    namespace.spec = spec;
  },
};

/** Strategy of Namespaces (Go: pkg/registry/core/namespace). */
export const namespaceStrategy: Strategy<Namespace> = {
  isNamespaced: false,
  allowUnconditionalUpdate: true,
  allowDeleteCollection: false,
  table: namespaceTable,
  selectableFields: ({ status }) => ({ "status.phase": status.phase ?? "" }),
  prepareForCreate: (_context, namespace) => {
    namespace.status = { phase: "Active" };
    const { finalizers = [] } = namespace.spec;
    if (!finalizers.includes(kubernetesFinalizer)) namespace.spec.finalizers = [...finalizers, kubernetesFinalizer];
  },
  prepareForUpdate: ({ subresource }, namespace, old) => {
    if (subresource === "finalize") return;
    const { finalizers } = old.spec;
    namespace.spec = finalizers === undefined ? {} : { finalizers: [...finalizers] };
  },
  canonicalize: ({ metadata }) => {
    // In Kubernetes, namespaces have no generation.
    delete metadata.generation;
    // `SetDefaults_Namespace` cannot add this label to a namespace with generateName, because the
    // name does not exist when the defaults are set.
    metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name ?? "" };
  },
  validateOnUpdate: false,
  validate: (_context, namespace) => validateNamespace(namespace),
  validateUpdate: ({ subresource }, namespace) =>
    subresource === "finalize" ? validateFinalizers(namespace) : validateNamespace(namespace),
  remainsDuringDeletion: ({ spec }) => (spec.finalizers ?? []).length > 0,
  prepareForDelete: ({ metadata, status }) => {
    // In Kubernetes, the deletion of a namespace has no grace period.
    delete metadata.deletionGracePeriodSeconds;
    status.phase = "Terminating";
  },
  subresources: { finalize },
  status: {
    validateUpdate: (_context, namespace) => validateNamespaceStatus(namespace),
  },
};

/** Returns the errors of a new or changed namespace (Go: ValidateNamespace). */
function validateNamespace({ metadata, spec }: Namespace): ErrorList {
  const path = field.newPath("spec").child("finalizers");
  return [
    ...validateMetadata(metadata, false, nameIsDNSLabel),
    ...unqualifiedFinalizers(metadata),
    ...(spec.finalizers ?? []).flatMap((finalizer) => finalizerErrors(finalizer, path)),
  ];
}

/**
 * Returns the errors of the finalizers that a client sets (Go: ValidateNamespaceFinalizeUpdate).
 */
function validateFinalizers({ spec }: Namespace): ErrorList {
  const path = field.newPath("spec").child("finalizers");
  return (spec.finalizers ?? []).flatMap((finalizer, index) => finalizerErrors(finalizer, path.index(index)));
}

/** Returns the errors of a new status (Go: ValidateNamespaceStatusUpdate). */
function validateNamespaceStatus({ metadata, status: { phase } }: Namespace): ErrorList {
  const path = field.newPath("status").child("Phase");
  if (metadata.deletionTimestamp === undefined)
    return phase === "Active"
      ? []
      : [field.invalid(path, phase ?? "", "may only be 'Active' if `deletionTimestamp` is empty")];
  return phase === "Terminating"
    ? []
    : [field.invalid(path, phase ?? "", "may only be 'Terminating' if `deletionTimestamp` is not empty")];
}
