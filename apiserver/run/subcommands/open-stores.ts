import { createLog } from "../../logging/log.js";
import { ServerMetrics } from "../../metrics/server-metrics.js";
import { openEncryption, type Encrypt } from "../../options/encryption/open-encrypted.js";
import { openEtcd, type EtcdOptions } from "../../options/etcd.js";
import { openEmbedded } from "../../options/storage.js";
import type { Storage } from "../../storage/index.js";
import { parseVersion } from "../../util/version.js";
import type { ServerDefinition } from "../definition.js";

/** Maximum time of a request to etcd, in milliseconds. */
const timeout = 10_000;

/**
 * Returns the encryption that the configuration of a server describes.
 * @param file path of the configuration; empty for no encryption
 * @throws Error that lists the problems of the configuration
 */
export function encryptionOf(file: string, { version }: ServerDefinition): Promise<Encrypt> {
  const options = { encryptionProviderConfig: file, encryptionProviderConfigAutomaticReload: false };
  const log = createLog({ v: 0, loggingFormat: "text" });
  return openEncryption(options, log, new ServerMetrics(parseVersion(version)));
}

/**
 * Opens the embedded store of a data folder. No other process can use the store until it is closed.
 * @param acceptsIncomplete true for a store to which objects are copied
 */
export function openEmbeddedStore(dataDir: string, acceptsIncomplete = false): Promise<Storage> {
  return openEmbedded(dataDir, acceptsIncomplete);
}

/**
 * Connects to etcd, and waits for the connection.
 * @throws Error if etcd does not respond
 */
export async function openEtcdStore(options: EtcdOptions, { version }: ServerDefinition): Promise<Storage> {
  const log = createLog({ v: 0, loggingFormat: "text" });
  const storage = await openEtcd(
    { ...options, etcdDbMetricPollInterval: "0s" },
    timeout,
    log,
    new ServerMetrics(parseVersion(version)),
  );
  try {
    await storage.currentRevision();
    return storage;
  } catch (error) {
    await storage.close();
    throw new Error(`--etcd-servers: ${(error as Error).message}`, { cause: error });
  }
}
