import type { GroupKind, Scheme } from "@apimachinery/runtime";
import { newNotFound, newOptimisticLockConflict, newUIDConflict, type Qualified } from "../errors/index.js";
import { hasReason } from "../errors/status-error.js";
import { ConflictError, KeyExistsError, type KeyValue, type Storage, type KeyWatchOptions } from "../storage/index.js";
import type { APIObject } from "../request/api-object.js";
import { alreadyExists, createNamed } from "./already-exists.js";
import { beforeCreate, beforeUpdate, requireResourceVersion } from "./before-write.js";
import type { CompleteStrategy } from "./complete-strategy.js";
import type { RequestContext } from "../request/request-context.js";
import { deleteItem, type DeletionPlace } from "./delete-item.js";
import { shouldDeleteNow, type Deleted, type DeletionRules } from "./deletion.js";
import type { OnList } from "./list-cost.js";
import { readList, type ListedItems, type ListedObjects } from "./list-reader.js";
import { ObjectKeys } from "./object-keys.js";
import type { ObjectStore, UpdateRules, ComputeUpdate, CheckWrite, WrittenObject } from "./object-store.js";
import type { ObjectCodec } from "./object-codec.js";
import { ObjectWatch } from "./object-watch.js";
import { getOptions, parseRevision, planList, type CollectionOptions } from "./read-options.js";
import { selects, selectsEverything, type FieldValues, type Selection } from "./selection.js";
import { defaultMaxObjectBytes } from "./size-limit.js";
import { StorableObjects } from "./storable-objects.js";
import { failureOf, translateErrors } from "./storage-failures.js";
import type { StoreConfig } from "./store-config.js";
import { afterWrite, decoratorOf } from "./store-hooks.js";
import { StoredObjects } from "./stored-objects.js";
import { writeFrom, type WriteBase } from "./write-from.js";
import { WatchedCollection } from "./watched-collection.js";

/**
 * The objects of a resource in a storage (Go: registry.Store). Methods accept and return objects in
 * the hub version. Callers must not change the returned objects.
 */
export class Store implements ObjectStore {
  readonly resource: Qualified;
  readonly kind: GroupKind;
  readonly strategy: CompleteStrategy;
  /** Strategy for writes of the status; undefined without the status subresource. */
  readonly statusStrategy: CompleteStrategy | undefined;
  /** True if the objects are stored as objects of another kind. */
  readonly isShared: boolean;
  /** Storage and key prefix of the objects, for a store of another kind with the same objects. */
  readonly place: Pick<StoreConfig, "storage" | "prefix">;
  /** Access to the objects in their stored form. */
  readonly stored: StoredObjects;
  readonly #scheme: Scheme;
  readonly #markedFields: ReadonlyMap<string, FieldValues>;
  readonly #onList: OnList | undefined;
  readonly #storage: Storage;
  readonly #codec: ObjectCodec;
  readonly #keys: ObjectKeys;
  readonly #storable: StorableObjects;
  readonly #deletion: DeletionPlace;
  /**
   * Returns the decorated copy of an object; undefined if the strategy does not decorate objects.
   */
  readonly #decorated: ((object: APIObject) => APIObject) | undefined;
  /** The collection of all objects. All watches without selectors share it. */
  readonly #everything: WatchedCollection;

  constructor(config: StoreConfig) {
    this.resource = { group: config.resource.group, name: config.resource.resource };
    this.kind = config.kind;
    this.strategy = config.strategy;
    this.statusStrategy = config.statusStrategy;
    this.isShared = config.isShared ?? false;
    this.place = { storage: config.storage, prefix: config.prefix };
    this.#scheme = config.scheme;
    this.#markedFields = config.markedFields ?? new Map<string, FieldValues>();
    this.#onList = config.onList;
    this.#storage = config.storage;
    this.#codec = config.codec;
    this.#keys = new ObjectKeys(config.prefix, config.strategy.isNamespaced);
    this.#storable = new StorableObjects(config.codec, config.maxObjectBytes ?? defaultMaxObjectBytes);
    this.stored = new StoredObjects(config.storage, config.codec, this.#keys.folder(""), config.strategy.ttl);
    this.#decorated = decoratorOf(config.scheme, config.strategy.hooks);
    this.#deletion = {
      resource: this.resource,
      kind: config.kind,
      storage: config.storage,
      codec: config.codec,
      storable: this.#storable,
      strategy: config.strategy,
      enableGarbageCollection: config.enableGarbageCollection ?? false,
    };
    this.#everything = new WatchedCollection(config.codec, undefined);
  }

  /**
   * Returns an object.
   * @throws StatusError 404 if the object does not exist
   */
  async get(namespace: string, name: string, resourceVersion: string): Promise<APIObject> {
    return this.objectOf(await this.getItem(namespace, name, resourceVersion));
  }

  /**
   * Returns the object of a stored item, decorated by the strategy.
   * @throws UnreadableObjectError if the item cannot be decoded
   */
  objectOf(item: KeyValue): APIObject {
    const object = this.#codec.decode(item);
    return this.#decorated?.(object) ?? object;
  }

  /**
   * Returns the stored item of an object.
   * @throws StatusError 404 if the object does not exist
   */
  async getItem(namespace: string, name: string, resourceVersion: string): Promise<KeyValue> {
    const { item } = await translateErrors(
      this.#storage.get(this.#keys.key(namespace, name), getOptions(resourceVersion)),
    );
    if (item === undefined) throw newNotFound(this.resource, name);
    return item;
  }

  /**
   * Lists the objects of a collection.
   * @param namespace empty for all namespaces
   */
  async list(namespace: string, options: CollectionOptions): Promise<ListedObjects> {
    const { selects } = this.#narrowed(options.selection);
    const list = await this.#read(namespace, options, (item) => this.#codec.decode(item), selects);
    return this.#decorated === undefined ? list : { ...list, items: list.items.map(this.#decorated) };
  }

  /** Lists the stored items of a collection. */
  listItems(namespace: string, options: CollectionOptions): Promise<ListedItems<KeyValue>> {
    const { selects } = this.#narrowed(options.selection);
    const isSelected = selects && ((item: KeyValue) => selects(this.#codec.decode(item)));
    return this.#read(namespace, options, (item) => this.#readable(item), isSelected);
  }

  #read<T>(
    namespace: string,
    options: CollectionOptions,
    decode: (item: KeyValue) => T,
    selects: ((object: T) => boolean) | undefined,
  ): Promise<ListedItems<T>> {
    return readList(
      this.#storage,
      { prefix: this.#keys.folder(namespace), resource: this.resource, decode, selects, onList: this.#onList },
      planList(options, this.#keys.selectsOne(namespace, options.selection)),
    );
  }

  /**
   * Checks that an item can be decoded, unless its bytes were checked before. Returns the item.
   * @throws UnreadableObjectError if the item cannot be decoded
   */
  #readable(item: KeyValue): KeyValue {
    if (!this.#codec.text.has(item)) this.#codec.decode(item);
    return item;
  }

  /** True if responses contain decorated objects instead of the stored objects. */
  get decorates(): boolean {
    return this.#decorated !== undefined;
  }

  /** Codec that decodes the results of `getItem` and `listItems`. */
  get codec(): ObjectCodec {
    return this.#codec;
  }

  /**
   * Watches a collection after a revision. The methods of the watch throw the errors of the store.
   */
  watch(
    namespace: string,
    selection: Selection,
    after: number,
    listeners: Omit<KeyWatchOptions, "after" | "omitsPrevious"> = {},
  ): ObjectWatch {
    return new ObjectWatch(
      this.#storage.watch(this.#keys.folder(namespace), { after, ...listeners }),
      this.#narrowed(selection),
      this.#decorated,
    );
  }

  /** Resolves when the storage has loaded the objects that it caches in memory. */
  async ready(): Promise<void> {
    await this.#storage.ready?.();
  }

  /** Returns the newest revision. */
  currentRevision(): Promise<number> {
    return translateErrors(this.#storage.currentRevision());
  }

  /**
   * Stores a new object. The caller must not use the object afterwards. If a generated name exists
   * already, another name is generated.
   * @throws StatusError 409 if the name exists already, 422 if the object is invalid
   */
  async create(context: RequestContext, given: APIObject, validate: CheckWrite): Promise<APIObject> {
    const created = await ((given.metadata.generateName ?? "") === ""
      ? this.#create(context, given, validate)
      : createNamed(
          this.resource,
          () => this.#scheme.copy(given),
          (object) => this.#create(context, object, validate),
        ));
    return this.#after("afterCreate", context, created);
  }

  async #create(
    context: RequestContext,
    object: APIObject,
    validate: CheckWrite,
    keepsManagers = false,
  ): Promise<APIObject> {
    beforeCreate(this.strategy, this.kind, context, object);
    await validate(object, undefined);
    const name = object.metadata.name ?? "";
    const key = this.#keys.key(context.namespace, name);
    const value = this.#storable.withinLimit(object, this.#storable.encode(object), undefined, keepsManagers);
    const ttl = this.strategy.ttl(object);
    if (context.isDryRun) {
      const { item } = await translateErrors(this.#storage.get(key));
      if (item !== undefined) throw alreadyExists(this.#codec, this.resource, name, item);
      return object;
    }
    try {
      return this.#codec.decode(await this.#storage.create(key, value, { ttl }));
    } catch (error) {
      if (!(error instanceof KeyExistsError)) throw failureOf(error);
      const { item } = await translateErrors(this.#storage.get(key));
      throw alreadyExists(this.#codec, this.resource, name, item);
    }
  }

  /**
   * Replaces an object by the result of `updated`. If another write changes the object at the same
   * time, calls `updated` again. Writes an equal result only if the encryption key is outdated.
   * @throws StatusError 404 if the object does not exist and is not created, 409 if the
   *   resourceVersion is outdated, 422 if the object is invalid
   */
  update(
    context: RequestContext,
    name: string,
    updated: ComputeUpdate,
    validate: CheckWrite,
    rules: UpdateRules = {},
  ): Promise<WrittenObject> {
    return this.#update(this.strategy, context, name, updated, validate, rules);
  }

  /**
   * Updates only the status of an object.
   * @throws Error for a kind without the status subresource
   */
  updateStatus(
    context: RequestContext,
    name: string,
    updated: ComputeUpdate,
    validate: CheckWrite,
    rules: UpdateRules = {},
  ): Promise<WrittenObject> {
    if (this.statusStrategy === undefined) throw new Error(`the status of ${this.resource.name} is not a subresource`);
    return this.#update(this.statusStrategy, context, name, updated, validate, { ...rules, mayCreate: false });
  }

  async #update(
    strategy: CompleteStrategy,
    context: RequestContext,
    name: string,
    updated: ComputeUpdate,
    validate: CheckWrite,
    { uid, mayCreate = strategy.allowCreateOnUpdate, keepsManagers = false }: UpdateRules,
  ): Promise<WrittenObject> {
    const key = this.#keys.key(context.namespace, name);
    const attempt = async ({ item, confirm }: WriteBase): Promise<WrittenObject & { readonly isGone?: boolean }> => {
      if (item === undefined && !mayCreate) throw newNotFound(this.resource, name);
      const current = item === undefined ? undefined : this.#codec.decode(item);
      if (uid !== undefined && uid !== current?.metadata.uid)
        throw newUIDConflict(this.resource, name, key, uid, current?.metadata.uid);
      if (item === undefined || current === undefined)
        return this.#createOnUpdate(key, context, updated, validate, keepsManagers);
      const object = await updated(current);
      this.#checkRevision(object, current, name);
      beforeUpdate(strategy, this.kind, context, object, current);
      await validate(object, current);
      const isGone = this.#shouldDeleteNow(object, current);
      return {
        object: await this.#replace(context, object, current, { item, confirm }, keepsManagers),
        isNew: false,
        isGone,
      };
    };
    const written = await writeFrom(this.#storage, key, attempt, !context.isDryRun);
    const hook = written.isNew ? "afterCreate" : written.isGone === true ? "afterDelete" : "afterUpdate";
    return { object: await this.#after(hook, context, written.object), isNew: written.isNew };
  }

  /** Runs a hook after a write. Returns the decorated object for the response. */
  #after(hook: "afterCreate" | "afterUpdate" | "afterDelete", context: RequestContext, object: APIObject) {
    const { hooks } = this.strategy;
    return afterWrite(this.#scheme, hooks, hooks[hook], context, object);
  }

  async #replace(
    context: RequestContext,
    object: APIObject,
    current: APIObject,
    { item, confirm }: WriteBase & { readonly item: KeyValue },
    keepsManagers: boolean,
  ): Promise<APIObject> {
    const value = this.#storable.encode(object);
    object.metadata.resourceVersion = String(item.revision);
    if (this.#shouldDeleteNow(object, current)) {
      if (!context.isDryRun) await this.#storage.delete(item.key, item.revision);
      return object;
    }
    if (this.#storable.isUnchanged(object, value, current, item)) {
      await confirm();
      if (item.storedKey?.isOutdated !== true || context.isDryRun) return this.#codec.decode(item);
      // The object is unchanged, but it is written again, so that it is encrypted with the current
      // key.
      const ttl = this.strategy.ttl(object);
      return this.#codec.decode(await this.#storage.update(item.key, item.value, item.revision, { ttl }));
    }
    const stored = this.#storable.withinLimit(object, value, item, keepsManagers);
    const ttl = this.strategy.ttl(object);
    if (context.isDryRun) return object;
    return this.#codec.decode(await this.#storage.update(item.key, stored, item.revision, { ttl }));
  }

  /**
   * Creates an object in an update of a missing object.
   * @throws ConflictError if another client has created the object in the meantime
   */
  async #createOnUpdate(
    key: string,
    context: RequestContext,
    updated: ComputeUpdate,
    validate: CheckWrite,
    keepsManagers: boolean,
  ): Promise<WrittenObject> {
    try {
      const object = await updated(undefined);
      delete object.metadata.resourceVersion;
      return { object: await this.#create(context, object, validate, keepsManagers), isNew: true };
    } catch (error) {
      if (!hasReason(error, "AlreadyExists")) throw error;
      const { item } = await translateErrors(this.#storage.get(key));
      throw item === undefined ? error : new ConflictError(key, 0, item);
    }
  }

  /**
   * Deletes an object. If finalizers or a grace period delay its removal, only sets its deletion
   * timestamp.
   * @throws StatusError 404 if the object does not exist, 409 if a precondition is not met
   */
  async delete(context: RequestContext, name: string, options: DeletionRules, validate: CheckWrite): Promise<Deleted> {
    const key = this.#keys.key(context.namespace, name);
    const attempt = (base: WriteBase) => deleteItem(this.#deletion, { context, name, options, validate }, base);
    const deleted = await writeFrom(this.#storage, key, attempt, !context.isDryRun);
    if (options.isUnreadable === true) return deleted;
    if (deleted.isGone) return { ...deleted, object: await this.#after("afterDelete", context, deleted.object) };
    return { ...deleted, object: this.#decorated?.(deleted.object) ?? deleted.object };
  }

  #shouldDeleteNow(object: APIObject, current: APIObject): boolean {
    return shouldDeleteNow(object, current) && !this.strategy.remainsDuringDeletion(object);
  }

  /**
   * Checks the resourceVersion of an update. An update without a resourceVersion is allowed only if
   * the kind allows unconditional updates.
   * @throws StatusError 409 for an outdated resourceVersion, 422 for a missing one
   */
  #checkRevision(object: APIObject, current: APIObject, name: string): void {
    const text = object.metadata.resourceVersion ?? "";
    const revision = text === "" ? 0 : parseRevision(text);
    if (revision === 0) {
      if (!this.strategy.allowUnconditionalUpdate) requireResourceVersion(this.resource, name);
    } else if (text !== current.metadata.resourceVersion) throw newOptimisticLockConflict(this.resource, name);
  }

  #narrowed(selection: Selection): WatchedCollection {
    if (selectsEverything(selection)) return this.#everything;
    const marked = this.#markedFields.get(selection.version ?? "");
    const own = this.strategy.selectableFields;
    const more: FieldValues = (object) => ({ ...marked?.(object), ...own?.(object) });
    return new WatchedCollection(this.#codec, (object) => selects(selection, object, more));
  }
}
