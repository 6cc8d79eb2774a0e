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
  [["server"], "codegen: the folder server does not exist; did you mean the command create server?\n"],
  [["dve"], "codegen: the folder dve does not exist; did you mean the command dev?\n"],
  [["help", "create"], "codegen: the folder help does not exist; codegen --help lists the commands\n"],
])("codegen %j is refused with the correction", async (args, message) => {
  const root = temporaryFolder({ "package.json": "{}" });
  const before = readTree(root);
  expect(await runHere(root, args)).toEqual({ stdout: "", stderr: message, status: 2 });
  expect(readTree(root)).toEqual(before);
});
