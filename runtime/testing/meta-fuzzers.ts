import type { Arbitrary } from "fast-check";
import {
  ListMetaSchema,
  ManagedFieldsEntrySchema,
  ObjectMetaSchema,
  OwnerReferenceSchema,
} from "../meta/v1/zz_generated.schema.js";
import type { TypeSchema } from "../schema/schema.js";
import { Fuzz_ListMeta, Fuzz_ManagedFieldsEntry, Fuzz_ObjectMeta, Fuzz_OwnerReference } from "./meta.js";

/** The hand-written `Fuzz_` functions for types of meta/v1, by schema. */
export const metaFuzzers: ReadonlyMap<TypeSchema, () => Arbitrary<unknown>> = new Map<
  TypeSchema,
  () => Arbitrary<unknown>
>([
  [ListMetaSchema, Fuzz_ListMeta],
  [ManagedFieldsEntrySchema, Fuzz_ManagedFieldsEntry],
  [ObjectMetaSchema, Fuzz_ObjectMeta],
  [OwnerReferenceSchema, Fuzz_OwnerReference],
]);
