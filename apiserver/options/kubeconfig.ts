import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { kubeconfigText } from "../certificates/kubeconfig.js";
import { writeSecret } from "../certificates/key-pair-files.js";
import { makeFolder } from "../util/make-folder.js";
import { serverURL, type ServerOptions } from "./server-options.js";
import type { ServingMaterial } from "./serving-material.js";

/** @throws Error where the kubeconfig will not be writable, before anything else is written */
export async function checkKubeconfigFolder({
  writeKubeconfig: file,
  dataDir,
}: Pick<ServerOptions, "writeKubeconfig" | "dataDir">): Promise<void> {
  if (file === "") return;
  if ((await stat(file).catch(() => undefined))?.isDirectory() === true)
    throw new Error(`--write-kubeconfig: ${file} is a folder`);
  if (isIn(dataDir, file)) return;
  const folder = dirname(file);
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined)
    throw new Error(`--write-kubeconfig: there is no folder ${folder}: create it with: mkdir -p ${folder}`);
  if (!found.isDirectory()) throw new Error(`--write-kubeconfig: ${folder} is a file, not a folder`);
}

/**
 * Writes what kubectl needs to reach the server as its administrator. @param port that the server
 * listens on
 */
export async function writeKubeconfig(
  options: ServerOptions,
  { trust, standalone }: ServingMaterial,
  name: string,
  port: number,
): Promise<void> {
  if (options.writeKubeconfig === "") return;
  const server = serverURL(options, port);
  try {
    // A server in memory with certificates of its own has not made it.
    if (isIn(options.dataDir, options.writeKubeconfig)) await makeFolder(options.dataDir);
    await writeSecret(
      options.writeKubeconfig,
      kubeconfigText({ name, server, authority: trust, client: standalone.administrator }),
    );
  } catch (error) {
    throw new Error(`--write-kubeconfig: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * The data directory is the server's to make: it may not be there when the server starts for the
 * first time.
 */
function isIn(dataDir: string, file: string): boolean {
  return dirname(resolve(file)) === resolve(dataDir);
}
