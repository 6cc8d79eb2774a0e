import { defineConfig } from "vitest/config";

const source = (path: string) => new URL(path, import.meta.url).pathname;

/** Unit tests run on the sources; what is packed and published is tested by `test/packed`. */
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
    include: ["{engine,generators,cmd,runtime,apis,examples,test}/**/*.test.ts"],
    exclude: [
      "**/node_modules/**",
      "**/dist/**",
      "test/golden/*/{input,expected}/**",
      "test/golden/.work/**",
      ".k8s/**",
    ],
    testTimeout: 60_000,
    // Of two cores one would be left to vitest itself, which has little to do.
    maxWorkers: "100%",
  },
});
