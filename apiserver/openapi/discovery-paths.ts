import type { OpenAPIDefinitions, OpenAPISchema } from "@apimachinery/runtime";
import { servedMetaPackage } from "./definitions.js";
import { capitalised, groupIdentifier, objectTypes, responses, type Paths } from "./operation.js";
import { componentRef } from "./refs.js";

const infoName = "io.k8s.apimachinery.pkg.version.Info";

const text = (description: string): OpenAPISchema => ({ description, type: "string", default: "" });

/** Definition of the body of the response of `/version`. */
export const versionDefinitions: OpenAPIDefinitions = {
  [infoName]: {
    description: "Version of the server's build.",
    type: "object",
    required: [
      "major",
      "minor",
      "gitVersion",
      "gitCommit",
      "gitTreeState",
      "buildDate",
      "goVersion",
      "compiler",
      "platform",
    ],
    properties: {
      major: text("The number before the first dot of the version."),
      minor: text("The number after the first dot of the version."),
      gitVersion: text("The full version, such as v1.2.3."),
      gitCommit: text("The commit of the build."),
      gitTreeState: text("Whether the build contains changes that are not in the commit."),
      buildDate: text("The time of the build."),
      goVersion: text("The version of the language or the runtime."),
      compiler: text("The name of the compiler."),
      platform: text("Operating system and processor architecture."),
    },
  },
};

const document = (
  path: string,
  tag: string,
  id: string,
  description: string,
  schema: string,
  types = objectTypes,
): Paths => ({
  [path]: {
    get: {
      tags: [tag],
      description,
      operationId: id,
      responses: responses({ 200: { $ref: componentRef(schema) } }, types),
    },
  },
});

export const versionPaths = document(
  "/version/",
  "version",
  "getCodeVersion",
  "get the version information for this server",
  infoName,
  ["application/json"],
);

export const groupsPaths = document(
  "/apis/",
  "apis",
  "getAPIVersions",
  "get available API versions",
  `${servedMetaPackage}.APIGroupList`,
);

/** Path of the document that lists the versions of the legacy group. */
export const legacyPaths = document(
  "/api/",
  "core",
  "getCoreAPIVersions",
  "get available API versions",
  `${servedMetaPackage}.APIVersions`,
);

export function groupPaths(group: string): Paths {
  const identifier = groupIdentifier(group);
  return document(
    `/apis/${group}/`,
    identifier,
    `get${capitalised(identifier)}APIGroup`,
    "get information of a group",
    `${servedMetaPackage}.APIGroup`,
  );
}

export function resourcesPaths(root: string, group: string, version: string): Paths {
  const identifier = groupIdentifier(group === "" ? "core" : group);
  const id = `get${capitalised(identifier)}${capitalised(version)}APIResources`;
  return document(
    `${root}/`,
    `${identifier}_${version}`,
    id,
    "get available resources",
    `${servedMetaPackage}.APIResourceList`,
  );
}
