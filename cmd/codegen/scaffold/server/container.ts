import { isAbsolute, posix, relative } from "node:path";
import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import { lockedFolder } from "../../../../engine/base/package-manager.js";
import { localPackages } from "../manifest.js";
import type { NewFile } from "../files.js";
import { fileOf } from "../templates.js";

/** A Dockerfile, and the local packages that docker cannot read. */
export interface ContainerFiles {
  readonly file: NewFile;
  /** The .dockerignore file, which excludes keys and compiled files from the image. */
  readonly ignore: NewFile;
  /** Paths of local packages in package.json that are outside of the project. */
  readonly outside: readonly string[];
}

/** Returns the Dockerfile of an image that compiles the project and runs its server. */
export function serverContainer(root: string, isInWorkspace: boolean): ContainerFiles {
  return containerOf(root, isInWorkspace, "Dockerfile", "server");
}

/** Returns the Dockerfile of an image that compiles the project and runs its controllers. */
export function controllerContainer(root: string, isInWorkspace: boolean): ContainerFiles {
  return containerOf(root, isInWorkspace, "Dockerfile.controller", "controller");
}

/**
 * Returns the Dockerfile of an image that compiles the project. Local packages in the project are
 * copied before npm installs packages.
 *
 * @param program name of the template with the last lines, which run a program as a user without
 * privileges
 */
function containerOf(root: string, isInWorkspace: boolean, path: string, program: string): ContainerFiles {
  if (isInWorkspace) return containerOfWorkspace(root, path, program);
  const paths = localPackages(root);
  const isOutside = (path: string): boolean => isAbsolute(path) || path === ".." || path.startsWith("../");
  const outside = paths.filter(isOutside);
  const inside = paths.filter((path) => !isOutside(path));
  return {
    file: fileOf(path, "container/package", { copies: copies(inside), outside, program }),
    ignore: { path: ".dockerignore", text: `${ignored.join("\n")}\n` },
    outside,
  };
}

/** Returns a COPY instruction for each folder or file that contains local packages. */
function copies(paths: readonly string[]): string[] {
  const places = paths.map((path) => (/\.(tgz|tar\.gz|tar)$/.test(path) ? path.replace(/\/[^/]*$/, "/") : `${path}/`));
  return [...new Set(places)]
    .sort()
    .map((place) => (place.endsWith("/") ? copy(posix.join(place, "."), `./${place}`) : copy(place, "./")));
}

/**
 * Returns a COPY instruction. Unusual paths are written as a JSON list without blanks, so that
 * docker does not read parts of them as flags or separate arguments. Backslashes prevent the
 * replacement of variables.
 */
function copy(from: string, to: string): string {
  if (/^[\w@.][\w@./+-]*$/.test(from)) return `COPY ${from} ${to}`;
  const arguments_ = [from, to].map((path) => unescapeLiteral(path.replace(/[\\$]/g, "\\$&")));
  return `COPY [${arguments_.join(", ")}]`;
}

const ignored = [".git", "node_modules", "dist", "*.local", "kubeconfig"];

/**
 * Returns the Dockerfile of an image that compiles all packages of a workspace and runs a program
 * of one package.
 */
function containerOfWorkspace(root: string, path: string, program: string): ContainerFiles {
  const place = posix.normalize(relative(lockedFolder(root) ?? root, root).replaceAll("\\", "/"));
  return {
    file: fileOf(path, "container/workspace", {
      path: posix.join(place, path),
      folder: posix.join("/app", place),
      program,
    }),
    // Docker prefers the ignore file of the Dockerfile to the .dockerignore of the workspace.
    ignore: { path: `${path}.dockerignore`, text: ignored.map((pattern) => `**/${pattern}\n`).join("") },
    outside: [],
  };
}
