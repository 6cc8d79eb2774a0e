import type { Authorizer } from "../request/authorizer.js";

/**
 * Allows some paths to all clients, because health checks have no credentials. A trailing `*`
 * matches any end of a path.
 */
export function alwaysAllowPaths(paths: readonly string[]): Authorizer {
  return ({ info }) => {
    const isAllowed =
      !info.isResourceRequest &&
      paths.some((path) => (path.endsWith("*") ? info.path.startsWith(path.slice(0, -1)) : info.path === path));
    return isAllowed ? "allow" : "no opinion";
  };
}
