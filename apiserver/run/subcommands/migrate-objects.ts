import { existsSync } from "node:fs";
import { join } from "node:path";
import { storageVersionOf } from "../../server/group-definition.js";
import { joinGroups } from "../../server/join-groups.js";
import {
  CopyError,
  copyObjects,
  markComplete,
  markIncomplete,
  type CopyTarget,
  type KeySpace,
  type KeyValue,
  type Storage,
} from "../../storage/index.js";
import type { Output } from "../../options/flags/command-line.js";
import { defaultsOfServer, type ServerDefinition } from "../definition.js";
import type { MigrateOptions } from "./migrate-options.js";
import { encryptionOf, openEmbeddedStore, openEtcdStore } from "./open-stores.js";
import { storesOf } from "./stores-of.js";

/** Number of objects after which the progress is printed again. */
const step = 10_000;

/**
 * Copies all objects from one storage to another.
 * @throws Error if a store cannot be used, or the target has other objects
 */
export async function migrateObjects(
  options: MigrateOptions,
  { out }: Output,
  definition: ServerDefinition,
): Promise<void> {
  const { from, to, dataDir, etcdServers, etcdPrefix } = options;
  const encrypt = await encryptionOf(options.encryptionProviderConfig, definition);
  const open = (backend: string): Promise<Storage> =>
    backend === "embedded" ? openEmbeddedStore(dataDir, backend === to) : openEtcdStore(options, definition);
  const nameOf = (backend: string) =>
    backend === "embedded" ? join(dataDir, "store") : `etcd at ${etcdServers.join(",")}`;
  if (from === "embedded" && !existsSync(join(dataDir, "store", "format")))
    throw new Error(
      `--data-dir: ${dataDir} has no embedded store. It must be the folder with which the server was started`,
    );
  let source = await open(from);
  try {
    let target = await open(to);
    try {
      const sourcePrefix = from === "embedded" ? await prefixIn(source, etcdPrefix, definition) : etcdPrefix;
      source = encrypt(source, sourcePrefix);
      target = encrypt(target, etcdPrefix);
      // The result is not used: creating the stores registers the key prefix of each resource with
      // the encryption.
      storesOf(definition, target, etcdPrefix);
      const origin: KeySpace = {
        storage: source,
        prefix: sourcePrefix,
        name: nameOf(from),
        ttlOf: lifeIn(source, sourcePrefix, definition),
      };
      const { copied, existed } = await copyObjects(
        origin,
        { storage: target, prefix: etcdPrefix, name: nameOf(to), ...(to === "embedded" && marks(dataDir)) },
        (objects) => {
          if (objects % step === 0) out(`${objects} objects\n`);
        },
      );
      const before = existed === 0 ? "" : `, ${existed} existed before`;
      out(
        `${copied} objects copied from ${nameOf(from)} to ${nameOf(to)} under ${etcdPrefix}/${before}; all are equal\n`,
      );
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Returns callbacks that mark an embedded store as incomplete while objects are copied to it. */
function marks(dataDir: string): Pick<CopyTarget, "onBegin" | "onComplete"> {
  const directory = join(dataDir, "store");
  return { onBegin: () => markIncomplete(directory), onComplete: () => markComplete(directory) };
}

/**
 * Returns the prefix of the keys in an embedded store. This is the given prefix, unless the store
 * has no objects under it but has objects under the default prefix of the server.
 * @throws CopyError if the store has objects under other keys
 */
async function prefixIn(storage: Storage, given: string, definition: ServerDefinition): Promise<string> {
  const initial = defaultsOfServer(definition).etcdPrefix;
  const groups = joinGroups(definition.groups).map((group) => storageVersionOf(group).group);
  const has = async (prefix: string): Promise<boolean> => {
    const lists = groups.map((group) => storage.list(`${prefix}/${group}/`, { limit: 1 }));
    return (await Promise.all(lists)).some(({ items }) => items.length > 0);
  };
  const prefix = given !== initial && !(await has(given)) && (await has(initial)) ? initial : given;
  const [all, own] = await Promise.all(["", `${prefix}/`].map((start) => storage.list(start, { limit: 1 })));
  const total = (list: typeof all): number => (list?.items.length ?? 0) + (list?.remaining ?? 0);
  if (total(all) === total(own)) return prefix;
  throw new CopyError(
    `the store has ${total(all) - total(own)} objects whose keys do not begin with ${prefix}/, such as ${all?.items[0]?.key ?? ""}: set --etcd-prefix to the prefix with which the server was started`,
  );
}

/**
 * Returns a function that returns the time to live of a stored object, in seconds; 0 if the object
 * does not expire.
 */
function lifeIn(storage: Storage, prefix: string, definition: ServerDefinition): (item: KeyValue) => number {
  const stores = storesOf(definition, storage, prefix);
  return (item) => stores.find(({ stored }) => item.key.startsWith(stored.prefix))?.stored.ttlOf(item) ?? 0;
}
