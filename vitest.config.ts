import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/run/longest-first.js";
import type { Form } from "./test/sizes.js";

const clientNode = process.env["CLIENT_NODE"];
const source = (path: string) => new URL(path, import.meta.url).pathname;

/**
 * Tests that install packages, compile large projects, ask other programs, or repeat many cases:
 * each takes more than some seconds. Only `make test-all` runs them.
 */
const long = [
  "test/agreement/{judge,known-crds,kubernetes}.test.ts",
  "test/docs/pages.test.ts",
  "test/cmd/{hostile-texts,repeated-runs,skeleton-compiles}.test.ts",
  "test/cmd/retire/chaos.test.ts",
  "test/cmd/import/hostile.test.ts",
  "test/golden/hints.test.ts",
  "test/corpus/{all-generators,clientset,scale}.test.ts",
  "test/corpus/crd/compare.test.ts",
  "test/corpus/kubernetes/*.test.ts",
  "test/peers/**/*.test.ts",
  "test/chaos/{broken,embedded,etcd,sample-apiserver}.test.ts",
  "test/apiserver/shared-object.test.ts",
  "test/apiserver/encryption/storage.test.ts",
  "test/apiserver/storage/crash.test.ts",
  "test/apiserver/storage/etcd/conformance.test.ts",
  "test/apiserver/process/{cascade-crash,crash,data-directory,large-object,read-matrix}.test.ts",
  "test/apiserver/process/{many,slow}-watchers.test.ts",
  "test/engine/watch-workspace.test.ts",
  "test/generators/{fuzz-{corpora,laws,valid},openapi-corpora}.test.ts",
  "test/package/**/*.test.ts",
  "test/protobuf/hostile.test.ts",
  "test/reference/{browser,kubernetes}.test.ts",
];
/** Tests of which `make test` runs some cases, and `make test-all` all. */
const many = [
  "test/cel/printed-types.test.ts",
  "test/cmd/breaking/examples.test.ts",
  "test/cmd/import/{known-crds,round-trip}.test.ts",
  "test/corpus/validation-gen/rejections.test.ts",
  "test/crd/{controller-gen,generated}.test.ts",
  "test/generators/cel-schemas.test.ts",
  "test/golden/golden.test.ts",
  "test/interop/sessions.test.ts",
];
/**
 * Tests that repeat random cases or faults, or run by the clock. `make test-all` and, unless they
 * are long, `make test` run short forms of them, and `make soak` the longest: test/sizes.ts has the
 * sizes. The table of CONTRIBUTING.md names the folders of sources that each of them judges.
 */
const soak = [
  "test/agreement/*.test.ts",
  "test/apiserver/shared-object.test.ts",
  "test/apiserver/{process,storage}/crash.test.ts",
  "test/apiserver/garbage/random-graphs.test.ts",
  "test/apiserver/process/cascade-crash.test.ts",
  "test/apiserver/process/large-object.test.ts",
  "test/chaos/check/search.test.ts",
  "test/client/controller/{faults,memory}.test.ts",
  "test/cmd/import/hostile.test.ts",
  "test/cmd/breaking/{edits,edited-functions,edited-types,rewritten-types}.test.ts",
  "test/cmd/retire/chaos.test.ts",
  "test/chaos/{embedded,etcd,sample-apiserver}.test.ts",
  "test/cmd/{determinism,repeated-runs}.test.ts",
  "test/corpus/crd/compare.test.ts",
  "test/corpus/kubernetes/{laws,protobuf-random}.test.ts",
  "test/corpus/scale.test.ts",
  "test/corpus/validation-gen/rejections.test.ts",
  "test/cel/places/{claims,conditions}.test.ts",
  "test/crd/{judge,versions}.test.ts",
  "test/engine/{load,watch}-workspace.test.ts",
  "test/fuzz/{fuzz,worst-cases}.test.ts",
  "test/generators/fuzz-valid.test.ts",
  "test/package/{dockerfile,monorepo,package-managers}.test.ts",
  "test/peers/breaking/releases.test.ts",
  "test/peers/several-servers.test.ts",
  "test/peers/cluster/{sessions,crd-sessions}.test.ts",
  "test/peers/formats.test.ts",
  "test/protobuf/hostile.test.ts",
  "test/runtime/validate/compare-with-go.test.ts",
  "test/{cbor,cel,impersonation,managedfields,metrics,pattern,protobuf,rbac,structuredmerge}/judge.test.ts",
  "test/cel/{functions,known-rules,spec,printed,evaluation/judge}.test.ts",
];
/**
 * Tests that replace modules or globals, that advance a clock by weeks, or that measure CPU time,
 * memory or sockets of their process. Timers that another file has left would run in these weeks.
 * Each of these files has its own process. The other files share processes, because a new
 * process takes half a second of CPU time to load the compiler and the server again.
 */
const isolated = [
  "test/apis/restaurant-conversion.test.ts",
  "test/apiserver/{cache,deadlines,secret-files}.test.ts",
  "test/apiserver/storage/{compactor,long-reads}.test.ts",
  "test/apiserver/yaml/body.test.ts",
  "test/client/{hostile-server,work-queue,work-queue-priorities}.test.ts",
  "test/client/controller/fake-clock.test.ts",
  "test/fuzz/regular-expressions.test.ts",
  "test/runtime/{costs,decode-closures}.test.ts",
];
/** Tests for both reasons: they take long, and each has its own process. */
const longAndIsolated = [
  "test/apiserver/bounded-memory.test.ts",
  "test/client/controller/memory.test.ts",
  "test/cmd/determinism.test.ts",
  "test/fuzz/{event-loop-guard,fuzz,nested-unions,worst-cases}.test.ts",
];
const excluded = [
  "**/node_modules/**",
  "**/dist/**",
  "test/golden/*/*/{input,expected}/**",
  "test/golden/.work/**",
  ".k8s/**",
];

/** Returns the variable that selects the sizes of test/sizes.ts, unless the caller has set it. */
function sizesOf(form: Form): Record<string, string> {
  return { TEST_FORM: process.env["TEST_FORM"] ?? form };
}

/** Unit tests import the sources; `test/package` tests the published packages. */
export default defineConfig({
  resolve: {
    alias: [
      // test/package/newest-client-node.test.ts sets the variable to the path of another version.
      ...(clientNode === undefined ? [] : [{ find: /^@kubernetes\/client-node$/, replacement: clientNode }]),
      { find: /^@apimachinery\/runtime$/, replacement: source("runtime/index.ts") },
      { find: /^@apimachinery\/runtime\/codegen\/v1$/, replacement: source("runtime/codegen/v1.ts") },
      { find: /^@apimachinery\/runtime\/answers$/, replacement: source("runtime/answers/index.ts") },
      { find: /^@apimachinery\/client$/, replacement: source("client/index.ts") },
      { find: /^@apimachinery\/client\/controller$/, replacement: source("client/controller/index.ts") },
      { find: /^@apimachinery\/client\/protobuf$/, replacement: source("client/protobuf/index.ts") },
      { find: /^@apimachinery\/client\/typed$/, replacement: source("client/typed/index.ts") },
      { find: /^@apimachinery\/apiserver\/webhook$/, replacement: source("apiserver/webhook/index.ts") },
      { find: /^@apimachinery\/apiserver\/testing$/, replacement: source("apiserver/testing/index.ts") },
      { find: /^@apimachinery\/apiserver$/, replacement: source("apiserver/index.ts") },
      { find: /^@apimachinery\/runtime\/openapi$/, replacement: source("runtime/openapi/index.ts") },
      { find: /^@apimachinery\/runtime\/pattern$/, replacement: source("runtime/pattern/index.ts") },
      { find: /^@apimachinery\/runtime\/cel$/, replacement: source("runtime/cel.ts") },
      { find: /^@apimachinery\/runtime\/cel\/printed$/, replacement: source("runtime/cel/printed/index.ts") },
      { find: /^@apimachinery\/runtime\/cbor$/, replacement: source("runtime/cbor/index.ts") },
      { find: /^@apimachinery\/runtime\/protobuf$/, replacement: source("runtime/protobuf/index.ts") },
      { find: /^@apimachinery\/runtime\/managedfields$/, replacement: source("runtime/managedfields/index.ts") },
      { find: /^@apimachinery\/runtime\/structuredmerge$/, replacement: source("runtime/structuredmerge/index.ts") },
      { find: /^@apimachinery\/runtime\/testing$/, replacement: source("runtime/testing/index.ts") },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: ["{engine,generators,cmd,runtime,apis,examples,test}/**/*.test.ts"],
          exclude: [...excluded, ...long, ...longAndIsolated, ...isolated],
          isolate: false,
        },
      },
      { extends: true, test: { name: "isolated", include: isolated, exclude: [...excluded, ...long] } },
      {
        extends: true,
        test: {
          name: "long",
          include: [...long, ...many, ...soak],
          exclude: [...excluded, ...longAndIsolated],
          isolate: false,
          env: sizesOf("long"),
        },
      },
      {
        extends: true,
        test: { name: "long-isolated", include: longAndIsolated, exclude: excluded, env: sizesOf("long") },
      },
      { extends: true, test: { name: "soak", include: soak, exclude: excluded, env: sizesOf("soak") } },
    ],
    reporters: ["default", "./test/run/closing-lines.ts"],
    // A limit of the last resort. Tests wait for events; a busy machine must not fail them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // There are more workers than cores, because many tests wait for timeouts and other processes.
    // Vitest does not start more workers than cores for a percentage.
    maxWorkers: Math.ceil(Number(process.env["WORKERS_PER_CORE"] ?? 1.5) * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // Many tests of one file can run at the same time, because they mostly wait for a server.
    maxConcurrency: 20,
  },
});
