import { watchFiles } from "../../certificates/file-watch.js";
import type { Log } from "../../logging/log.js";
import type { ServerMetrics } from "../../metrics/server-metrics.js";
import { EncryptedStorage, Encryption, type Storage } from "../../storage/index.js";

export interface EncryptionOptions {
  readonly encryptionProviderConfig: string;
  readonly encryptionProviderConfigAutomaticReload: boolean;
}

/**
 * Adds encryption to a store. The second parameter is the common prefix of the keys of all objects.
 */
export type Encrypt = (storage: Storage, keyPrefix: string) => Storage;

/** Returns the problems found in the options, one sentence for each problem. */
export function validateEncryption(options: EncryptionOptions): string[] {
  return options.encryptionProviderConfigAutomaticReload && options.encryptionProviderConfig === ""
    ? ["--encryption-provider-config-automatic-reload must be set with --encryption-provider-config"]
    : [];
}

/**
 * Reads the encryption configuration. Without one, the returned function returns the store
 * unchanged.
 * @throws Error that lists the problems of the configuration
 */
export async function openEncryption(
  options: EncryptionOptions,
  log: Log,
  { encryption: metrics }: Pick<ServerMetrics, "encryption">,
): Promise<Encrypt> {
  const { encryptionProviderConfig: file, encryptionProviderConfigAutomaticReload: follows } = options;
  if (file === "") return (storage) => storage;
  // The code that reads YAML is loaded here, so that servers without encryption do not load it at
  // their start.
  const { readEncryption } = await import("./read-encryption.js");
  const readTransformers = () =>
    readEncryption(file, (transformation) => {
      metrics.transformed(transformation);
    });
  const encryption = new Encryption(await readTransformers());
  const reload = async (): Promise<void> => {
    try {
      encryption.renew(await readTransformers());
      metrics.reloaded(false);
      log.info(0, "Encryption configuration reloaded", { file });
    } catch (error) {
      metrics.reloaded(true);
      log.error("the encryption configuration could not be reloaded; the previous configuration stays in use", error);
    }
  };
  return (storage, keyPrefix) => {
    const onClose = follows ? watchFiles([file], () => void reload()) : () => undefined;
    return new EncryptedStorage({ storage, encryption, prefix: `${keyPrefix}/`, onClose });
  };
}
