import { textMessage, type ProtobufMessage } from "./message.js";

/** Messages of meta/v1 (Go: k8s.io/apimachinery/pkg/apis/meta/v1/generated.proto). */

const ownerReference: ProtobufMessage = {
  1: { name: "kind", type: "string", isPointer: true },
  3: { name: "name", type: "string", isPointer: true },
  4: { name: "uid", type: "string", isPointer: true },
  5: { name: "apiVersion", type: "string", isPointer: true },
  6: { name: "controller", type: "boolean", isPointer: true },
  7: { name: "blockOwnerDeletion", type: "boolean", isPointer: true },
};

const managedFieldsEntry: ProtobufMessage = {
  1: { name: "manager", type: "string" },
  2: { name: "operation", type: "string" },
  3: { name: "apiVersion", type: "string" },
  4: { name: "time", type: "time" },
  6: { name: "fieldsType", type: "string" },
  7: { name: "fieldsV1", type: "fieldsV1" },
  8: { name: "subresource", type: "string" },
};

export const objectMetaMessage: ProtobufMessage = {
  1: { name: "name", type: "string" },
  2: { name: "generateName", type: "string" },
  3: { name: "namespace", type: "string" },
  4: { name: "selfLink", type: "string" },
  5: { name: "uid", type: "string" },
  6: { name: "resourceVersion", type: "string" },
  7: { name: "generation", type: "integer" },
  8: { name: "creationTimestamp", type: "time" },
  9: { name: "deletionTimestamp", type: "time" },
  10: { name: "deletionGracePeriodSeconds", type: "integer", isPointer: true },
  11: { name: "labels", type: "labels" },
  12: { name: "annotations", type: "labels" },
  13: { name: "ownerReferences", type: ownerReference, isList: true },
  14: { name: "finalizers", type: "string", isList: true },
  17: { name: "managedFields", type: managedFieldsEntry, isList: true },
};

const preconditions: ProtobufMessage = {
  1: { name: "uid", type: "string", isPointer: true },
  2: { name: "resourceVersion", type: "string", isPointer: true },
};

export const deleteOptionsMessage: ProtobufMessage = {
  1: { name: "gracePeriodSeconds", type: "integer", isPointer: true },
  2: { name: "preconditions", type: preconditions },
  3: { name: "orphanDependents", type: "boolean", isPointer: true },
  4: { name: "propagationPolicy", type: "string", isPointer: true },
  5: { name: "dryRun", type: "string", isList: true },
  6: { name: "ignoreStoreReadErrorWithClusterBreakingPotential", type: "boolean", isPointer: true },
};

/** Kind and apiVersion of an object (Go: runtime.TypeMeta). */
export const typeMetaMessage: ProtobufMessage = textMessage("apiVersion", "kind");
