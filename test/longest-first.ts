import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files that take longer than five seconds, in the order of decreasing duration. */
const longest = [
  "chaos/etcd",
  "chaos/embedded",
  "chaos/sample-apiserver",
  "fuzz/event-loop-guard",
  "fuzz/fuzz",
  "golden/golden",
  "apiserver/process/read-matrix",
  "cmd/interrupted",
  "cmd/hostile-texts",
  "generators/fuzz-unnamed-losses",
  "cmd/workspace",
  "apiserver/process/migrate-etcd",
  "apiserver/process/data-directory",
  "apiserver/storage/failures",
  "peers/transcripts",
  "engine/load-workspace",
  "golden/hints",
  "house-rules/prose",
  "cmd/determinism",
  "generators/fuzz-lossy",
  "apiserver/process/yaml",
  "apiserver/unreadable-store",
  "corpus/validation-gen/compare",
  "engine/watch-workspace",
  "client/informer",
  "apiserver/unread-responses",
  "generators/register-external-types",
  "generators/conversion-stubs",
  "generators/fuzz-corpora",
  "generators/fuzz-laws",
  "chaos/broken",
  "apiserver/process/main",
  "apiserver/process/interrupted-migration",
  "apiserver/deadlines",
  "interop/sessions",
  "interop/informer",
];

/**
 * Starts the longest test files first, so that all cores are busy until the end. Vitest itself
 * sorts the files by their durations in the last run, but a new clone has no last run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * Returns the position of a file in the order. Files that run in isolation come first. The other
 * files share a process, which would end and start again around each isolated file.
 */
function rank({ project, moduleId }: TestSpecification): number {
  const index = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return (project.config.isolate ? 0 : longest.length + 1) + (index === -1 ? longest.length : index);
}
