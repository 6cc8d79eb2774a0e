import { internalVersion } from "../../../../engine/model/group-version.js";
import { registeredIn, type Registered } from "../../../../generators/kinds/registered.js";
import { versionsToInstall } from "../../../../generators/kinds/versions-to-install.js";
import type { GroupCode } from "../../../../runtime/questions/index.js";
import type { ProjectCode } from "../read/read-project.js";

/**
 * Returns the API groups of a project with the paths of their modules, relative to the root of the
 * project.
 */
export function groupsOf({ input, files }: ProjectCode): readonly GroupCode[] {
  const all = input.packages.flatMap((pkg) => (pkg.target ? (registeredIn(input.universe, pkg) ?? []) : []));
  const generated = new Map(
    files.flatMap(({ file }) => (file.exports.includes("AddToScheme") ? [[file.package, file.path] as const] : [])),
  );
  const moduleOf = ({ pkg, handWritten }: Registered): string | undefined => handWritten ?? generated.get(pkg.id);
  return [...new Set(all.map(({ groupVersion: { group } }) => group))].map((group) => {
    const own = all.filter(({ groupVersion }) => groupVersion.group === group);
    const hub = own.find((one) => versionsToInstall(input.universe, one, all) !== undefined);
    const versions = hub === undefined ? [] : (versionsToInstall(input.universe, hub, all) ?? []);
    const isServed = hub !== undefined && hub.groupVersion.version !== internalVersion;
    return {
      group,
      modules: own.flatMap((one) => moduleOf(one) ?? []),
      versions: versions.map(({ groupVersion }) => groupVersion),
      ...(isServed ? { hub: hub.groupVersion } : {}),
    };
  });
}
