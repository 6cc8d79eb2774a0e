import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { kubeconfigText } from "../certificates/kubeconfig.js";
import { writeSecret } from "../certificates/key-pair-files.js";
import { makeFolder } from "../util/make-folder.js";
import { serverURL, type ServerOptions } from "./server-options.js";
import type { ServingMaterial } from "./serving-material.js";

/**
 * Checks that the kubeconfig of --write-kubeconfig can be written. Called before the server creates
 * any file.
 * @throws Error that names the path, if the file is a folder, or if its folder does not exist
 */
export async function checkKubeconfigFolder({
  writeKubeconfig: file,
  dataDir,
}: Pick<ServerOptions, "writeKubeconfig" | "dataDir">): Promise<void> {
  if (file === "") return;
  if ((await stat(file).catch(() => undefined))?.isDirectory() === true)
    throw new Error(`--write-kubeconfig: ${file} is a folder: name a file in it`);
  if (isIn(dataDir, file)) return;
  const folder = dirname(file);
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined)
    throw new Error(`--write-kubeconfig: the folder ${folder} does not exist: create it with: mkdir -p ${folder}`);
  if (!found.isDirectory())
    throw new Error(`--write-kubeconfig: ${folder} is a file, not a folder: name a file in another folder`);
}

/**
 * Writes a kubeconfig with which kubectl reaches the server as its administrator.
 * @param port port on which the server listens
 */
export async function writeKubeconfig(
  options: ServerOptions,
  { trust, standalone }: ServingMaterial,
  name: string,
  port: number,
): Promise<void> {
  if (options.writeKubeconfig === "") return;
  // The validation of the options has already refused --write-kubeconfig for a server without an
  // administrator.
  if (standalone === undefined) return;
  const server = serverURL(options, port);
  try {
    // The data folder may not exist yet. The server does not create it if objects are stored in
    // memory and certificates are given.
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
 * Reports whether a file is inside the data folder. The server creates this folder at its first
 * start.
 */
function isIn(dataDir: string, file: string): boolean {
  return dirname(resolve(file)) === resolve(dataDir);
}
