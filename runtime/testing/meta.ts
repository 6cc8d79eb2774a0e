import * as fc from "fast-check";
import type { ListMeta, ManagedFieldsEntry, ObjectMeta, OwnerReference } from "../meta/v1/types.js";
import { Fuzz_FieldsV1, mapOf } from "./json.js";
import { Fuzz_Time, Fuzz_boolean, Fuzz_string } from "./scalars.js";

export function Fuzz_ObjectMeta(): fc.Arbitrary<ObjectMeta> {
  const text = Fuzz_string();
  const count = fc.nat({ max: 1000 });
  const some = mapOf(text).filter((map) => Object.keys(map).length > 0);
  return record<ObjectMeta>({
    name: text,
    generateName: text,
    namespace: text,
    uid: text,
    resourceVersion: count.map(String),
    generation: count,
    creationTimestamp: Fuzz_Time(),
    deletionTimestamp: Fuzz_Time(),
    deletionGracePeriodSeconds: count,
    // Values of the following fields are never empty, because the fields have the marker +omitzero.
    labels: some,
    annotations: some,
    ownerReferences: fc.array(Fuzz_OwnerReference(), { minLength: 1, maxLength: 2 }),
    finalizers: fc.array(text, { minLength: 1, maxLength: 2 }),
    managedFields: fc.array(Fuzz_ManagedFieldsEntry(), { minLength: 1, maxLength: 2 }),
  });
}

export function Fuzz_ListMeta(): fc.Arbitrary<ListMeta> {
  return record<ListMeta>({ resourceVersion: Fuzz_string(), continue: Fuzz_string(), remainingItemCount: fc.nat() });
}

export function Fuzz_OwnerReference(): fc.Arbitrary<OwnerReference> {
  const text = Fuzz_string();
  return record<OwnerReference>(
    {
      apiVersion: text,
      kind: text,
      name: text,
      uid: text,
      controller: Fuzz_boolean(),
      blockOwnerDeletion: Fuzz_boolean(),
    },
    ["apiVersion", "kind", "name", "uid"],
  );
}

export function Fuzz_ManagedFieldsEntry(): fc.Arbitrary<ManagedFieldsEntry> {
  return record<ManagedFieldsEntry>({
    manager: Fuzz_string(),
    operation: fc.constantFrom("Apply", "Update"),
    apiVersion: Fuzz_string(),
    time: Fuzz_Time(),
    fieldsType: fc.constant("FieldsV1"),
    fieldsV1: Fuzz_FieldsV1(),
    subresource: Fuzz_string(),
  });
}

/**
 * Returns an arbitrary of objects that have the required keys and a random choice of the other
 * keys. Keys that were not chosen are absent, not undefined. The prototype is Object.prototype.
 */
export function record<T>(
  model: { readonly [K in keyof T]: fc.Arbitrary<Exclude<T[K], undefined>> },
  required: readonly (keyof T)[] = [],
): fc.Arbitrary<T> {
  return fc.record<object>(model, { requiredKeys: [...required] as never[], noNullPrototype: true }) as fc.Arbitrary<T>;
}
