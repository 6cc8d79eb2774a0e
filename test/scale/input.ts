import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Group } from "./hub.js";
import { typesText } from "./types-text.js";
import type { Interface, Version } from "./source.js";

/**
 * Writes the groups as somebody would who keeps them by hand: `<group>/types.ts` is the hub,
 * `<group>/<version>/types.ts` a version, with a `doc.ts` each.
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

/** The kinds of a version, with the apiVersion that each has on the wire. */
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

/** What kinds say: `batch/v1` is batch's, `v1` the core group's. */
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
