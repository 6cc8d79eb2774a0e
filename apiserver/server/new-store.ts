import type { CodecFactory, GroupVersion, Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../registry/api-object.js";
import { ObjectCodec } from "../registry/object-codec.js";
import { Store } from "../registry/store.js";
import type { Strategy } from "../registry/strategy.js";
import type { Storage } from "../storage/index.js";

export interface NewStore<T extends APIObject> {
  readonly scheme: Scheme;
  readonly codecs: CodecFactory;
  readonly storage: Storage;
  /** Before the keys of all of a server's resources: `/registry/pizza-apiserver.example`. */
  readonly keyPrefix: string;
  readonly storageVersion: GroupVersion;
  /** The resource's name in paths. */
  readonly resource: string;
  readonly kind: string;
  readonly strategy: Strategy<T>;
}

/** A store for one kind: its types, its strategy, and where it lives. */
export function newStore<T extends APIObject>({ storageVersion, keyPrefix, resource, ...config }: NewStore<T>): Store {
  const { group } = storageVersion;
  return new Store({
    scheme: config.scheme,
    storage: config.storage,
    codec: new ObjectCodec(config.codecs, storageVersion, config.kind),
    resource: { group, resource },
    kind: { group, kind: config.kind },
    strategy: config.strategy,
    prefix: `${keyPrefix}/${group}/${resource}`,
  });
}
