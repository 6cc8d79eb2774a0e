import { bundle } from "./bundle.js";

/**
 * @file A step of the build: joins the compiled modules of the packages into the files that are
 * published. `node dist/cmd/bundle/main.js` joins all packages, and `node dist/cmd/bundle/main.js
 * codegen` joins only the package codegen.
 */

const packages = {
  codegen: () =>
    bundle({
      from: "dist",
      to: "dist/bundle",
      entries: ["engine/index.js"],
      command: { main: "cmd/codegen/main.js", loader: "cmd/codegen/load-command.js" },
      copied: "dist/templates",
      inputs: ["dist/cmd/codegen", "dist/engine", "dist/generators", "templates"],
    }),
  runtime: () =>
    bundle({
      from: "runtime/dist",
      to: "runtime/dist/bundle",
      entries: [
        "index.js",
        "answers/index.js",
        "cbor/index.js",
        "cel.js",
        "cel/printed/index.js",
        "codegen/v1.js",
        "openapi/index.js",
        "pattern/index.js",
        "protobuf/index.js",
        "managedfields/index.js",
        "structuredmerge/index.js",
        "testing/index.js",
      ],
    }),
  client: () =>
    bundle({
      from: "client/dist",
      to: "client/dist/bundle",
      entries: ["index.js", "controller/index.js", "protobuf/index.js", "typed/index.js"],
    }),
  apiserver: () =>
    bundle({
      from: "apiserver/dist",
      to: "apiserver/dist/bundle",
      entries: [
        "index.js",
        "testing/index.js",
        "webhook/index.js",
        "yaml/worker.js",
        "storage/embedded/verify-main.js",
      ],
    }),
};

const named = process.argv.slice(2);
for (const [name, make] of Object.entries(packages)) if (named.length === 0 || named.includes(name)) await make();
