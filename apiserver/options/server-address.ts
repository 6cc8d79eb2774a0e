import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { serverURL, type ServerOptions } from "./server-options.js";
import { backendOf } from "./storage.js";

/**
 * Writes the URL of the server into the folder of the embedded store. Commands that work on this
 * store read it, to send requests to the running server. Does nothing for another storage.
 */
export async function writeAddress(options: ServerOptions, port: number): Promise<void> {
  if (backendOf(options) !== "embedded") return;
  try {
    await writeFile(addressFile(options.dataDir), `${serverURL(options, port)}\n`, { mode: 0o600 });
  } catch {
    // The disk may be full. The server works without the file, and users can pass the URL to the
    // commands with a flag.
  }
}

/** Returns the URL of the last server that used the embedded store; undefined if it is unknown. */
export async function readAddress(dataDir: string): Promise<string | undefined> {
  const text = await readFile(addressFile(dataDir), "utf8").catch(() => "");
  return URL.canParse(text.trim()) ? text.trim() : undefined;
}

function addressFile(dataDir: string): string {
  return join(dataDir, "store", "address");
}
