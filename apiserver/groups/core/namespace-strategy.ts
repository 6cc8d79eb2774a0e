import type { Strategy } from "../../registry/strategy.js";
import type { ObjectSubresource } from "../../registry/subresource.js";
import { namespaceTable } from "./namespace-table.js";
import { validateFinalizers, validateNamespace, validateNamespaceStatus } from "./namespace-validation.js";
import type { Namespace } from "./v1/types.js";

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
  selectableFields: ({ metadata, status }) => ({
    "status.phase": status.phase ?? "",
    // As in Kubernetes, field selectors can use `name` instead of `metadata.name`, because older
    // clients do.
    name: metadata.name ?? "",
  }),
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
