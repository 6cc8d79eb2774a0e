import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";

/**
 * Returns the folder of a Go module, which Go fetches once; undefined without Go, or if the module
 * cannot be fetched.
 * @param module such as `sigs.k8s.io/crdify@v0.5.0`
 */
export function goModule(module: string): string | undefined {
  // A folder without a go.mod: the module does not become a dependency.
  const cwd = tmpdir();
  const { status, stdout } = spawnSync("go", ["mod", "download", "-json", module], { cwd, encoding: "utf8" });
  return status === 0 ? (JSON.parse(stdout) as { readonly Dir?: string }).Dir : undefined;
}
