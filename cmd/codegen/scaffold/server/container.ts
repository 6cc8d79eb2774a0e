import type { NewFile } from "../files.js";

/**
 * The Dockerfile of an image that compiles the project. The image runs the server as a user without
 * privileges.
 */
export const dockerfile: NewFile = {
  path: "Dockerfile",
  text: `FROM node:22-slim AS build
WORKDIR /app
COPY package*.json .npmrc* ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The server's objects and keys.
RUN mkdir -m 700 /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8443
# --external-hostname=NAME adds the name by which clients reach the server to its certificate.
ENTRYPOINT ["node", "--enable-source-maps", "dist/src/main.js", "--bind-address=0.0.0.0", "--data-dir=/data", "--write-kubeconfig=/data/kubeconfig"]
`,
};

/** The .dockerignore. It excludes keys and compiled files from the image. */
export const dockerIgnore: NewFile = {
  path: ".dockerignore",
  text: `.git
node_modules
dist
*.local
kubeconfig
`,
};
