import { canonicalTime, type ObjectMeta } from "@apimachinery/runtime";
import { bool, dropped, each, fail, int, map, objectOf, raw, text, type Found } from "./decode.js";

type OwnerReference = NonNullable<ObjectMeta["ownerReferences"]>[number];
type ManagedFields = NonNullable<ObjectMeta["managedFields"]>[number];

/**
 * Copies all properties, then replaces the properties that are not strings. No other way is faster,
 * because most properties are strings.
 */
export function copyMeta(input: ObjectMeta): ObjectMeta {
  const out: ObjectMeta = { ...input };
  if (input.labels) out.labels = { ...input.labels };
  if (input.annotations) out.annotations = { ...input.annotations };
  if (input.ownerReferences) out.ownerReferences = input.ownerReferences.map((owner) => ({ ...owner }));
  if (input.finalizers) out.finalizers = [...input.finalizers];
  if (input.managedFields) out.managedFields = structuredClone(input.managedFields);
  return out;
}

export function time(value: unknown, found: Found): string {
  if (typeof value === "string") {
    try {
      return canonicalTime(value);
    } catch {
      return fail(found, "");
    }
  }
  return value === null || value === undefined ? "" : fail(found, "");
}

export function decodeMeta(value: unknown, found: Found): ObjectMeta {
  const from = objectOf<ObjectMeta>(value, found);
  const out: ObjectMeta = {};
  let used = 0;
  if (from.name !== undefined && ++used && from.name !== null) out.name = text(from.name, found);
  if (from.generateName !== undefined && ++used && from.generateName !== null)
    out.generateName = text(from.generateName, found);
  if (from.namespace !== undefined && ++used && from.namespace !== null) out.namespace = text(from.namespace, found);
  if (from.selfLink !== undefined && ++used && from.selfLink !== null) out.selfLink = text(from.selfLink, found);
  if (from.uid !== undefined && ++used && from.uid !== null) out.uid = text(from.uid, found);
  if (from.resourceVersion !== undefined && ++used && from.resourceVersion !== null)
    out.resourceVersion = text(from.resourceVersion, found);
  if (from.generation !== undefined && ++used && from.generation !== null) out.generation = int(from.generation, found);
  if (from.creationTimestamp !== undefined && ++used && from.creationTimestamp !== null)
    out.creationTimestamp = time(from.creationTimestamp, found);
  if (from.deletionTimestamp !== undefined && ++used && from.deletionTimestamp !== null)
    out.deletionTimestamp = time(from.deletionTimestamp, found);
  if (from.deletionGracePeriodSeconds !== undefined && ++used && from.deletionGracePeriodSeconds !== null) {
    out.deletionGracePeriodSeconds = int(from.deletionGracePeriodSeconds, found);
  }
  if (from.labels !== undefined && ++used && from.labels !== null) out.labels = map(from.labels, found, text);
  if (from.annotations !== undefined && ++used && from.annotations !== null)
    out.annotations = map(from.annotations, found, text);
  if (from.ownerReferences !== undefined && ++used && from.ownerReferences !== null)
    out.ownerReferences = each(from.ownerReferences, found, decodeOwner);
  if (from.finalizers !== undefined && ++used && from.finalizers !== null)
    out.finalizers = each(from.finalizers, found, text);
  if (from.managedFields !== undefined && ++used && from.managedFields !== null)
    out.managedFields = each(from.managedFields, found, decodeManaged);
  dropped(from, used, found);
  return out;
}

function decodeOwner(value: unknown, found: Found): OwnerReference {
  const from = objectOf<OwnerReference>(value, found);
  let used = 0;
  if (from.apiVersion !== undefined) used++;
  if (from.kind !== undefined) used++;
  if (from.name !== undefined) used++;
  if (from.uid !== undefined) used++;
  const out: OwnerReference = {
    apiVersion: text(from.apiVersion, found),
    kind: text(from.kind, found),
    name: text(from.name, found),
    uid: text(from.uid, found),
  };
  if (from.controller !== undefined && ++used && from.controller !== null)
    out.controller = bool(from.controller, found);
  if (from.blockOwnerDeletion !== undefined && ++used && from.blockOwnerDeletion !== null)
    out.blockOwnerDeletion = bool(from.blockOwnerDeletion, found);
  dropped(from, used, found);
  return out;
}

function decodeManaged(value: unknown, found: Found): ManagedFields {
  const from = objectOf<ManagedFields>(value, found);
  const out: ManagedFields = {};
  let used = 0;
  if (from.manager !== undefined && ++used && from.manager !== null) out.manager = text(from.manager, found);
  if (from.operation !== undefined && ++used && from.operation !== null)
    out.operation = text(from.operation, found) as "Apply" | "Update";
  if (from.apiVersion !== undefined && ++used && from.apiVersion !== null)
    out.apiVersion = text(from.apiVersion, found);
  if (from.time !== undefined && ++used && from.time !== null) out.time = time(from.time, found);
  if (from.fieldsType !== undefined && ++used && from.fieldsType !== null)
    out.fieldsType = text(from.fieldsType, found);
  if (from.fieldsV1 !== undefined && ++used && from.fieldsV1 !== null) out.fieldsV1 = raw(from.fieldsV1, found);
  if (from.subresource !== undefined && ++used && from.subresource !== null)
    out.subresource = text(from.subresource, found);
  dropped(from, used, found);
  return out;
}
