import type { NewFile } from "../files.js";
import { fileOf, filled } from "../templates.js";
import type { ServedKind } from "./groups.js";
import { sampleName, type NewServer } from "./sources.js";

/**
 * Returns the file with a test, which starts the server in the test's process, and creates and
 * reads each sample object.
 */
export function testFile({ groups }: NewServer): NewFile {
  const samples = groups.flatMap(({ kinds }) => kinds.map(sampleView));
  return fileOf("test/server.test.ts", "server/test", { samples });
}

/** Returns the arguments of the sample test for one kind. */
export function caseOf(kind: ServedKind): string {
  return filled("server/sample", sampleView(kind));
}

function sampleView(kind: ServedKind) {
  const { group, version } = kind.versions[0].groupVersion;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const path = `${root}/${kind.isNamespaced ? "namespaces/default/" : ""}${kind.resource}`;
  return { sample: kind.sample, path, name: sampleName(kind) };
}
