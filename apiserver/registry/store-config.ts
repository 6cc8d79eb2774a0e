import type { GroupKind, GroupResource, Scheme } from "@apimachinery/runtime";
import type { Storage } from "../storage/index.js";
import type { CompleteStrategy } from "./complete-strategy.js";
import type { ObjectCodec } from "./object-codec.js";

/** The configuration of the `Store` of one resource. */
export interface StoreConfig {
  readonly scheme: Scheme;
  readonly storage: Storage;
  readonly codec: ObjectCodec;
  readonly resource: GroupResource;
  readonly kind: GroupKind;
  readonly strategy: CompleteStrategy;
  /** The strategy for writes of the status, for kinds whose status is a subresource. */
  readonly statusStrategy?: CompleteStrategy;
  /** The prefix of all keys of the resource, without a slash at the end. */
  readonly prefix: string;
  /** The maximum size in bytes of an object, encoded for storage; 1.5 MiB if absent. */
  readonly maxObjectBytes?: number | undefined;
}
