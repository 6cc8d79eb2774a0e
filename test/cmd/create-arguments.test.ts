import { expect, test } from "vitest";
import { readTree, temporaryFolder } from "../engine/temporary-folder.js";
import { runHere } from "./run-here.js";

const api =
  "npx --no -- codegen create api --group restaurant.example.com --version v1alpha1 --kind Pizza --namespaced";
const version = "npx --no -- codegen create version --from v1alpha1 --to v1";

test.each([
  [
    ["create", "api", "restaurant", "v1", "Box"],
    `codegen: unexpected "restaurant", "v1", "Box": give each value to its option (missing --group, --version, --kind); for example:\n  ${api}\n`,
  ],
  [
    ["create", "api", "--group", "--version", "v1", "--kind", "Box"],
    `codegen: unexpected "v1": give each value to its option (missing --group, --version); for example:\n  ${api}\n`,
  ],
  [
    ["create", "api", "--version", "v1", "--kind", "Box", "--group", "--namespaced"],
    `codegen: missing --group; for example:\n  ${api}\n`,
  ],
  [
    ["create", "api", "--group", "a.example.com", "--version", "v1", "--kind", "Box", "more"],
    `codegen: unexpected "more": give each value to its option; for example:\n  ${api}\n`,
  ],
  [
    ["create", "version", "v1"],
    `codegen: unexpected "v1": give each value to its option (missing --from, --to); for example:\n  ${version}\n`,
  ],
  [
    ["create", "server", "pizza"],
    `codegen: unexpected "pizza": create server takes no arguments, and creates a server for all kinds of the project\n`,
  ],
  [
    ["create", "api", "--namespace"],
    "error: unknown option '--namespace'\n(Did you mean --namespaced?)\n(codegen create api --help lists all options)\n",
  ],
  [["create", "kind"], "error: unknown command 'kind'\n(codegen create --help lists its commands)\n"],
  [["dev"], "error: missing required argument 'script'\n(codegen dev --help lists all options)\n"],
  [
    ["dev", "src/main.ts"],
    "codegen: src/main.ts is not a compiled program. Name a file that the build writes, such as dist/src/main.js\n",
  ],
  [["dev", "dist/src/main.js"], 'codegen: package.json has no script "build", which compiles the program\n'],
  [
    ["controller"],
    "codegen: controller is neither a command nor a folder; did you mean the command create controller?\n",
  ],
  [["server"], "codegen: server is neither a command nor a folder; did you mean the command create server?\n"],
  [["dve"], "codegen: dve is neither a command nor a folder; did you mean the command dev?\n"],
  [["help", "create"], "codegen: help is neither a command nor a folder; codegen --help lists the commands\n"],
  [
    ["breking", "--against", "main"],
    "error: breking is neither a command nor a folder; did you mean the command breaking?\n(codegen --help lists all options)\n",
  ],
  [
    ["--strict", "version", "--from=v1", "--to=v2"],
    "error: version is neither a command nor a folder; did you mean the command create version?\n(codegen --help lists all options)\n",
  ],
  [
    ["breaking", "--agianst", "main"],
    "error: unknown option '--agianst'\n(Did you mean --against?)\n(codegen breaking --help lists all options)\n",
  ],
])("codegen %j is refused with the correction", async (args, message) => {
  const root = temporaryFolder({ "package.json": "{}" });
  const before = readTree(root);
  expect(await runHere(root, args)).toEqual({ stdout: "", stderr: message, status: 2 });
  expect(readTree(root)).toEqual(before);
});
