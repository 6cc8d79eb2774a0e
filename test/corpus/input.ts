import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Group } from "./hub.js";
import { typesText } from "./types-text.js";
import type { Interface, Version } from "./source.js";

/**
 * Writes API groups as a developer would lay them out: the hub is in `<group>/types.ts`, each
 * version in `<group>/<version>/types.ts`, and each folder has a `doc.ts`.
 */
export function writeInput(folder: string, groups: readonly Group[]): void {
  const kinds = new Map(
    groups.flatMap((group) =>
      [group.hub, ...group.versions].map(
        (version) => [`${group.folder}/${version.version}`, kindsOf(version)] as const,
      ),
    ),
  );
  for (const group of groups) {
    for (const version of [group.hub, ...group.versions]) {
      const path = join(folder, group.folder, version.version);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, "types.ts"), typesText(version, kinds));
      writeFileSync(join(path, "doc.ts"), docText(version, groupName(group)));
    }
  }
}

/** Returns the apiVersion of each kind of a version. */
function kindsOf({ interfaces }: Version): ReadonlyMap<string, string> {
  return new Map(
    interfaces.flatMap((type) => apiVersionOf(type).map((apiVersion) => [type.name, apiVersion] as const)),
  );
}

function apiVersionOf({ properties }: Interface): readonly string[] {
  return properties.flatMap(({ name, type }) =>
    name === "apiVersion" && type.kind === "text" && type.text.startsWith('"') ? [type.text.slice(1, -1)] : [],
  );
}

/** Returns the API group: `batch` for `batch/v1`, and the core group for `v1`. */
function groupName({ versions }: Group): string {
  const [group = "", version] =
    versions.flatMap(({ interfaces }) => interfaces.flatMap(apiVersionOf))[0]?.split("/") ?? [];
  return version === undefined ? "" : group;
}

function docText({ folder, version }: Version, group: string): string {
  const isHub = version === "";
  const lines = [
    `@file ${folder}${isHub ? ", the hub" : `/${version}`}`,
    "+k8s:deepcopy-gen=package",
    `+groupName=${group}`,
    ...(isHub ? [] : ["+k8s:conversion-gen=.."]),
  ];
  return `/** ${lines.join("\n *  ")} */\nexport {};\n`;
}
