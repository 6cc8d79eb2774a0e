import type { Authorizer } from "../request/authorizer.js";

/**
 * Returns an authorizer that allows all clients to request the paths in `paths`, such as health
 * checks, whose clients have no credentials. It has no opinion about other requests. A `*` at the
 * end of an entry in `paths` matches any remainder of a path. The slash at the start of an entry
 * can be omitted.
 */
export function alwaysAllowPaths(paths: readonly string[]): Authorizer {
  const relative = paths.map(withoutSlash);
  const exact = new Set(relative.filter((path) => !path.endsWith("*")));
  const prefixes = relative.filter((path) => path.endsWith("*")).map((path) => path.slice(0, -1));
  return ({ info }) => {
    if (info.isResourceRequest) return "no opinion";
    const path = withoutSlash(info.path);
    return exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix)) ? "allow" : "no opinion";
  };
}

/**
 * Returns the problem with a path in --authorization-always-allow-paths; undefined if it is valid.
 */
export function alwaysAllowPathProblem(path: string): string | undefined {
  return withoutSlash(path).slice(0, -1).includes("*")
    ? `--authorization-always-allow-paths: only trailing * allowed in ${JSON.stringify(path)}`
    : undefined;
}

function withoutSlash(path: string): string {
  return path.startsWith("/") ? path.slice(1) : path;
}
