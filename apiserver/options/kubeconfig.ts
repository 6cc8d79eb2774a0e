import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { kubeconfigText } from "../certificates/kubeconfig.js";
import { writeSecret } from "../certificates/key-pair-files.js";
import { makeFolder } from "../util/make-folder.js";
import { serverURL, type ServerOptions } from "./server-options.js";
import type { ServingMaterial } from "./serving-material.js";

/**
 * Checks, before any file is written, that the kubeconfig can be written.
 * @throws Error that names the file
 */
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
    throw new Error(`--write-kubeconfig: the folder ${folder} does not exist: create it with: mkdir -p ${folder}`);
  if (!found.isDirectory()) throw new Error(`--write-kubeconfig: ${folder} is a file, not a folder`);
}

/**
 * Writes a kubeconfig with which kubectl reaches the server as its administrator.
 * @param port of the server
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
    // A server in memory with given certificates has not created the folder.
    if (isIn(options.dataDir, options.writeKubeconfig)) await makeFolder(options.dataDir);
    await writeSecret(
      options.writeKubeconfig,
      kubeconfigText({ name, server, authority: trust, client: standalone.administrator }),
    );
  } catch (error) {
    throw new Error(`--write-kubeconfig: ${(error as Error).message}`, { cause: error });
  }
}

/** Reports whether a file is in the data directory, which the server creates at its first start. */
function isIn(dataDir: string, file: string): boolean {
  return dirname(resolve(file)) === resolve(dataDir);
}
