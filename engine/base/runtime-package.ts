import type { PackageManager } from "./package-manager.js";
import type { Problem } from "./problem.js";
import { projectProblems } from "./problem-codes.js";

/** The npm package that generated code imports. */
export const runtimePackage = "@apimachinery/runtime";

/**
 * Returns a problem if the runtime is not installed, or if its major version is not the one that
 * generated code needs. Otherwise, returns an empty list.
 *
 * @param isPlugAndPlay true if packages are in archives, which only programs that Yarn starts can
 * read
 */
export function checkRuntime(
  installed: string | undefined,
  wanted: string,
  { add, codegen }: Pick<PackageManager, "add" | "codegen">,
  isPlugAndPlay = false,
): Problem[] {
  const install = add([`${runtimePackage}@^${wanted}`]);
  const position = { file: "package.json", line: 1, column: 1 };
  if (installed === undefined) {
    const message = `generated code imports ${runtimePackage}, which is not installed`;
    const hint = `${isPlugAndPlay ? `if the package is installed, start codegen through Yarn: ${codegen("")}; otherwise: ` : ""}${install}
or, until the package is published in a registry, run \`make pack\` in the repository of codegen, and install the tarball`;
    return [{ ...projectProblems.is("project/no-runtime", "warning"), message, hint, position }];
  }
  if (major(installed) === major(wanted)) return [];
  const message = `generated code needs the major version ${major(wanted)} of ${runtimePackage}, but ${installed} is installed`;
  return [{ ...projectProblems.is("project/other-runtime"), message, hint: install, position }];
}

function major(version: string): string {
  return version.split(".")[0] ?? version;
}
