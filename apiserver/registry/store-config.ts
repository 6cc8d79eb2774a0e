import type { GroupKind, GroupResource, Scheme } from "@apimachinery/runtime";
import type { Storage } from "../storage/index.js";
import type { CompleteStrategy } from "./complete-strategy.js";
import type { OnList } from "./list-cost.js";
import type { ObjectCodec } from "./object-codec.js";
import type { FieldValues } from "./selection.js";

/** Settings of the `Store` of one resource. */
export interface StoreConfig {
  readonly scheme: Scheme;
  readonly storage: Storage;
  readonly codec: ObjectCodec;
  readonly resource: GroupResource;
  readonly kind: GroupKind;
  readonly strategy: CompleteStrategy;
  /**
   * Functions that return the values of the selectable fields that markers declare. The key is the
   * version with the markers. Default: none.
   */
  readonly markedFields?: ReadonlyMap<string, FieldValues>;
  /** Strategy for writes of the status. Absent for kinds without the status subresource. */
  readonly statusStrategy?: CompleteStrategy;
  /** Prefix of all keys of the resource, without a slash at its end. */
  readonly prefix: string;
  /** True if the objects are stored as objects of another kind. Default: false. */
  readonly isShared?: boolean;
  /** Called after each list. */
  readonly onList?: OnList | undefined;
  /** Maximum size of an object that was encoded for storage, in bytes. Default: 1.5 MiB. */
  readonly maxObjectBytes?: number | undefined;
  /**
   * True if a garbage collector runs in the cluster, so that deletions set its finalizers. Default:
   * false.
   */
  readonly enableGarbageCollection?: boolean | undefined;
}
