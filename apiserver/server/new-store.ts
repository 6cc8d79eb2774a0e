import { APIVersionInternal } from "@apimachinery/runtime";
import type { CodecFactory, GroupKind, GroupVersion, Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../registry/api-object.js";
import { ObjectCodec } from "../registry/object-codec.js";
import { ofStatus, withoutStatus } from "../registry/status-strategy.js";
import { Store } from "../registry/store.js";
import type { StoreConfig } from "../registry/store.js";
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
    ...strategies(config.scheme, { group, kind: config.kind }, config.strategy),
    scheme: config.scheme,
    storage: config.storage,
    codec: new ObjectCodec(config.codecs, storageVersion, config.kind),
    resource: { group, resource },
    kind: { group, kind: config.kind },
    prefix: `${keyPrefix}/${group}/${resource}`,
  });
}

/** Where a version is marked so, the status is written by itself and by nothing else: in every version, as there is one object. */
function strategies<T extends APIObject>(scheme: Scheme, kind: GroupKind, given: Strategy<T>): Pick<StoreConfig, "strategy" | "statusStrategy"> {
  // The store has objects of this kind alone: what it hands to the strategy is a T.
  const strategy: Strategy<APIObject> = given;
  const versions = scheme.versionsForGroupKind(kind).map(({ version }) => ({ ...kind, version }));
  if (versions.some((gvk) => scheme.definitionFor(gvk).subresources?.status === true)) {
    const zero = () => (scheme.new({ ...kind, version: APIVersionInternal }) as { readonly status?: unknown }).status;
    return { strategy: withoutStatus(strategy, zero), statusStrategy: ofStatus(strategy) };
  }
  if (strategy.status !== undefined) throw new Error(`${kind.kind} has a status strategy, but no version is marked +kubebuilder:subresource:status`);
  return { strategy };
}
