import { kubeconfigText } from "../certificates/kubeconfig.js";
import { writeSecret } from "../certificates/key-pair-files.js";
import type { AdmissionPlugin } from "../admission/plugin.js";
import type { Logger } from "../filters/panic-recovery.js";
import type { ServerConfig } from "../server/generic-api-server.js";
import type { VersionInfo } from "../server/version.js";
import type { Storage } from "../storage/index.js";
import { clientHost, servingMaterial, validateSecureServing } from "./secure-serving.js";
import type { SecureServingOptions, ServingMaterial } from "./secure-serving.js";
import { standaloneAccess } from "./standalone.js";
import { openStorage, validateStorage } from "./storage.js";
import type { StorageOptions } from "./storage.js";

/** All that a server's flags say: Go's RecommendedOptions, as far as they are there. */
export interface ServerOptions extends SecureServingOptions, StorageOptions {
  /** The file that is written for kubectl; none where empty. */
  readonly writeKubeconfig: string;
}

/** What is wrong with options, one sentence each. Nothing is opened or written yet. */
export function validateOptions(options: ServerOptions): string[] {
  return [...validateSecureServing(options), ...validateStorage(options)];
}

/** What options come to: a store that is open, and certificates that are there. */
export interface CompletedConfig {
  readonly server: ServerConfig;
  readonly serving: ServingMaterial;
  readonly storage: Storage;
  /** Closes the store, if need be after the server that was made with it. */
  readonly close: () => Promise<void>;
}

/** @throws Error where a file or directory can't be used */
export async function completeConfig(
  options: ServerOptions,
  own: { readonly admission: readonly AdmissionPlugin[]; readonly version: VersionInfo; readonly log: Logger },
): Promise<CompletedConfig> {
  const { storage, close } = await openStorage(options, own.log);
  try {
    const serving = await servingMaterial(options, options.dataDir);
    return { storage, close, serving, server: { ...own, ...standaloneAccess(), storage, externalHost: clientHost(options.bindAddress) } };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Writes what kubectl needs to reach the server as its administrator. @param port that the server listens on */
export async function writeKubeconfig(options: ServerOptions, { trust, standalone }: ServingMaterial, name: string, port: number): Promise<void> {
  if (options.writeKubeconfig === "") return;
  const server = serverURL(options, port);
  await writeSecret(options.writeKubeconfig, kubeconfigText({ name, server, authority: trust, client: standalone.administrator }));
}

/** How a client on the same machine reaches the server. */
export function serverURL({ bindAddress }: ServerOptions, port: number): string {
  const host = clientHost(bindAddress);
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
