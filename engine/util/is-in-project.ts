import { posix } from "node:path";

/** Reports whether a path relative to the root can be a file inside of the project. */
export function isInProject(file: string): boolean {
  const path = posix.normalize(file.replaceAll("\\", "/"));
  return !posix.isAbsolute(path) && !/^[A-Za-z]:/.test(path) && !/^\.\.?(\/|$)/.test(path) && !file.endsWith("/");
}
