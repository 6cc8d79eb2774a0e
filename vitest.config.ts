import { defineConfig } from "vitest/config";

const source = (path: string) => new URL(path, import.meta.url).pathname;

/**
 * Tests that install packages, compile large projects or run for minutes: `make test-all`. All
 * others are quick: `make test`. The fuzzer runs in both, for 20 seconds and for five minutes.
 */
const long = [
  "test/docs/pages.test.ts",
  "test/corpus/scale.test.ts",
  "test/corpus/kubernetes/{functions,laws}.test.ts",
  "test/package/**/*.test.ts",
];
const fuzzer = "test/fuzz/fuzz.test.ts";
const excluded = [
  "**/node_modules/**",
  "**/dist/**",
  "test/golden/*/*/{input,expected}/**",
  "test/golden/.work/**",
  ".k8s/**",
];

/** Unit tests import the sources; `test/package` tests the published packages. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@apimachinery\/runtime$/, replacement: source("runtime/index.ts") },
      { find: /^@apimachinery\/runtime\/codegen\/v1$/, replacement: source("runtime/codegen/v1.ts") },
      { find: /^@apimachinery\/client$/, replacement: source("client/index.ts") },
      { find: /^@apimachinery\/apiserver$/, replacement: source("apiserver/index.ts") },
      { find: /^@apimachinery\/runtime\/openapi$/, replacement: source("runtime/openapi/index.ts") },
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
          exclude: [...excluded, ...long],
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: [...long, fuzzer],
          exclude: excluded,
          env: { FUZZ_SECONDS: process.env["FUZZ_SECONDS"] ?? "300" },
        },
      },
    ],
    reporters: ["default", "./test/closing-line.ts"],
    testTimeout: 60_000,
    // With two cores, the default would reserve one for vitest itself, which has little to do.
    maxWorkers: "100%",
    // The concurrent tests of one file mostly wait for a server.
    maxConcurrency: 20,
  },
});
