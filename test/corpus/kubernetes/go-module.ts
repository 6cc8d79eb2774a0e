import { spawnSync } from "node:child_process";

/**
 * Returns the folder of a Go module, which is downloaded at the first call; undefined if Go is not
 * installed or the module cannot be downloaded.
 */
export function goModule(path: string, version: string): string | undefined {
  const { stdout, status } = spawnSync("go", ["mod", "download", "-json", `${path}@${version}`], { encoding: "utf8" });
  return status === 0 ? (JSON.parse(stdout) as { readonly Dir: string }).Dir : undefined;
}
