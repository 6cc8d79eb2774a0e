import type {
  AnyKindDefinition,
  CodecFactory,
  GroupKind,
  GroupResource,
  GroupVersion,
  Scheme,
} from "@apimachinery/runtime";
import type { Logger } from "../logging/logger.js";
import type { APIObject } from "../request/api-object.js";
import { hubKind } from "./hub-kind.js";
import { markedFields } from "./marked-fields.js";
import { sharedPlace } from "./shared-objects.js";
import { completeStrategy, requireKnownFunctions } from "../registry/complete-strategy.js";
import type { OnList } from "../registry/list-cost.js";
import { protobufType } from "../negotiation/media-types.js";
import { StoredProtobuf } from "../registry/stored-protobuf.js";
import { ObjectCodec } from "../registry/object-codec.js";
import { ofStatus, withoutStatus } from "../registry/status-strategy.js";
import type { StoreConfig } from "../registry/store-config.js";
import { Store } from "../registry/store.js";
import type { Strategy } from "../registry/strategy.js";
import type { Storage } from "../storage/index.js";

export interface NewStore<T extends APIObject> {
  readonly scheme: Scheme;
  readonly codecs: CodecFactory;
  readonly storage: Storage;
  /**
   * Prefix of all storage keys, such as `/registry/pizza-apiserver.example`. The keys of a resource
   * have a longer prefix.
   */
  readonly keyPrefix: string;
  readonly storageVersion: GroupVersion;
  /** Name of the resource in paths. */
  readonly resource: string;
  readonly kind: string;
  readonly strategy: Strategy<T>;
  /** Maximum size of an object in its stored encoding, in bytes. Default: 1.5 MiB. */
  readonly maxObjectBytes?: number | undefined;
  /**
   * Media type in which objects are stored. Kinds without protobuf are stored as JSON. Default:
   * JSON.
   */
  readonly storageMediaType?: string | undefined;
  readonly enableGarbageCollection?: boolean | undefined;
  /**
   * Store of the other kind whose objects this kind shares; undefined if the kind has its own
   * objects.
   */
  readonly sharedWith?: Store | undefined;
  /** Returns a function that counts the lists of a resource. */
  readonly countLists?: ((resource: GroupResource) => OnList) | undefined;
  /** Log for stored objects that cannot be read. */
  readonly log?: Logger | undefined;
}

/**
 * Creates the store of one kind.
 * @throws Error if the strategy is invalid, or contradicts the markers of the kind about its scope
 *   or its status
 */
export function newStore<T extends APIObject>({
  storageVersion,
  keyPrefix,
  resource,
  log,
  sharedWith,
  ...config
}: NewStore<T>): Store {
  const { group } = storageVersion;
  const report = (error: Error) => log?.(error.message);
  const kind = { group, kind: config.kind };
  const own = strategies(config.scheme, kind, config.strategy);
  // As in Kubernetes, the keys of the legacy group do not contain a group.
  const prefix = group === "" ? `${keyPrefix}/${resource}` : `${keyPrefix}/${group}/${resource}`;
  return new Store({
    ...own,
    markedFields: markedFields(config.scheme, kind),
    scheme: config.scheme,
    maxObjectBytes: config.maxObjectBytes,
    enableGarbageCollection: config.enableGarbageCollection,
    resource: { group, resource },
    onList: config.countLists?.({ group, resource }),
    kind,
    ...(sharedWith === undefined
      ? {
          storage: config.storage.forResource?.({ group, resource }, `${prefix}/`) ?? config.storage,
          codec: new ObjectCodec(
            config.codecs,
            storageVersion,
            config.kind,
            report,
            undefined,
            new StoredProtobuf(
              config.scheme,
              config.codecs,
              storageVersion,
              config.kind,
              config.storageMediaType === protobufType,
            ),
          ),
          prefix,
        }
      : sharedPlace(config, kind, own.strategy, sharedWith)),
  });
}

/**
 * Returns the strategies for the objects and for the status of a kind. If one version has the
 * status subresource, the status is written separately in all versions, because they share the
 * stored objects.
 */
export function strategies<T extends APIObject>(
  scheme: Scheme,
  kind: GroupKind,
  given: Strategy<T>,
): Pick<StoreConfig, "strategy" | "statusStrategy"> {
  const versions = definitionsOfKind(scheme, kind);
  requireKnownFunctions(kind.kind, given);
  const reserved = versions.flatMap(({ subresources = {} }) => Object.keys(subresources));
  // The cast is safe, because the store contains only objects of type T.
  const strategy = completeStrategy(given, isNamespaced(kind, given, versions), kind.kind, reserved);
  if (versions.some(({ subresources }) => subresources?.status === true)) {
    const zero = () => (scheme.new(hubKind(scheme, kind)) as { readonly status?: unknown }).status;
    return { strategy: withoutStatus(strategy, zero), statusStrategy: ofStatus(strategy, given.status, kind.kind) };
  }
  if (given.status !== undefined)
    throw new Error(
      `${kind.kind} has a status strategy, but no version is marked +kubebuilder:subresource:status: add the marker, or remove "status"`,
    );
  return { strategy };
}

/** Returns the definitions of a kind in all its versions, starting with the preferred version. */
export function definitionsOfKind(scheme: Scheme, kind: GroupKind): readonly AnyKindDefinition[] {
  return scheme.versionsForGroupKind(kind).map(({ version }) => scheme.definitionFor({ ...kind, version }));
}

/**
 * Reports whether a kind is namespaced. The strategy decides; if it does not, the marker of one
 * version decides for all versions, because they share the stored objects.
 */
function isNamespaced<T extends APIObject>(
  { kind }: GroupKind,
  given: Strategy<T>,
  versions: readonly AnyKindDefinition[],
): boolean {
  const isClusterWide = versions.some(({ scope }) => scope === "Cluster");
  if (isClusterWide && given.isNamespaced === true)
    throw new Error(
      `${kind} is namespaced by its strategy, but a version is marked as cluster-wide: remove "isNamespaced", or the marker`,
    );
  return given.isNamespaced ?? !isClusterWide;
}
