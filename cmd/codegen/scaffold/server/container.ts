import { isAbsolute, posix, relative } from "node:path";
import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import { lockedFolder } from "../../../../engine/base/package-manager.js";
import { localPackages } from "../manifest.js";
import type { NewFile } from "../files.js";

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
  return containerOf(
    root,
    isInWorkspace,
    "Dockerfile",
    `# The server's objects and keys.
RUN mkdir -m 700 /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8443
# --external-hostname=NAME adds the name by which clients reach the server to its certificate.
ENTRYPOINT ["node", "--enable-source-maps", "dist/src/main.js", "--bind-address=0.0.0.0", "--data-dir=/data", "--write-kubeconfig=/data/kubeconfig"]
`,
  );
}

/** Returns the Dockerfile of an image that compiles the project and runs its controllers. */
export function controllerContainer(root: string, isInWorkspace: boolean): ContainerFiles {
  const start = `USER node
# Of several copies of the image, one is active.
ENTRYPOINT ["node", "--enable-source-maps", "dist/src/controllers/main.js", "--leader-elect"]
`;
  return containerOf(root, isInWorkspace, "Dockerfile.controller", start);
}

/**
 * Returns the Dockerfile of an image that compiles the project. Local packages in the project are
 * copied before npm installs packages.
 *
 * @param start the last lines, which run a program as a user without privileges
 */
function containerOf(root: string, isInWorkspace: boolean, path: string, start: string): ContainerFiles {
  if (isInWorkspace) return containerOfWorkspace(root, path, start);
  const paths = localPackages(root);
  const isOutside = (path: string): boolean => isAbsolute(path) || path === ".." || path.startsWith("../");
  const outside = paths.filter(isOutside);
  const inside = paths.filter((path) => !isOutside(path));
  const text = `FROM node:22-slim AS build
WORKDIR /app
COPY package*.json .npmrc* ./
${[...copies(inside), ...(outside.length === 0 ? [] : [missing])].map((line) => `${line}\n`).join("")}RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
${start}`;
  return { file: { path, text }, ignore: { path: ".dockerignore", text: `${ignored.join("\n")}\n` }, outside };
}

const missing = `# package.json names packages outside of this folder, which docker cannot read. Copy them to the folder
# packages, install them from there (npm i ./packages/*.tgz), and activate the next line:
# COPY packages ./packages/`;

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
function containerOfWorkspace(root: string, path: string, start: string): ContainerFiles {
  const place = posix.normalize(relative(lockedFolder(root) ?? root, root).replaceAll("\\", "/"));
  const text = `# In the folder of the workspace: docker build -f ${posix.join(place, path)} .
FROM node:22-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app ./
WORKDIR ${posix.join("/app", place)}
${start}`;
  // Docker prefers the ignore file of the Dockerfile to the .dockerignore of the workspace.
  const ignore = { path: `${path}.dockerignore`, text: ignored.map((pattern) => `**/${pattern}\n`).join("") };
  return { file: { path, text }, ignore, outside: [] };
}
