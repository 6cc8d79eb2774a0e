import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goEnvironment, judge } from "./answers.js";

/**
 * Returns a folder with the program that asks Kubernetes, with another version of its modules;
 * undefined if the cache of Go does not have them. `go get k8s.io/apiextensions-apiserver@v0.28.3`
 * in any module adds them.
 */
export function versionJudge(version: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), `crd-rules-${version}-`));
  copyFileSync(join(judge, "main.go"), join(folder, "main.go"));
  const modules = ["apiextensions-apiserver", "apimachinery", "apiserver"];
  const lines = modules.map((name) => `require k8s.io/${name} ${version}\n`);
  writeFileSync(join(folder, "go.mod"), `module crdrules\n\ngo 1.26.0\n\n${lines.join("")}`);
  const { status } = spawnSync("go", ["build", "-o", "/dev/null", "."], { cwd: folder, env: goEnvironment });
  return status === 0 ? folder : undefined;
}
