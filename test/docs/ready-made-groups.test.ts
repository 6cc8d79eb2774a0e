import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "../interop/kubectl.js";
import { ServerProcess } from "../interop/server-process.js";
import { isExpected, normal, parseSession } from "../interop/session-file.js";
import { repository } from "../package/tarballs.js";
import { fencedBlocks } from "./fenced-blocks.js";
import { compilePrograms, programsOf, writePrograms } from "./page-programs.js";

const page = "docs/ready-made-groups.md";
const programs = programsOf(page);
/** The module that the program imports. Its declarations import those of `apis`. */
const group = {
  name: "restaurant-group",
  text: 'export { restaurantGroup } from "./cmd/pizza-apiserver/restaurant-group.js";',
  prints: "",
};
const sessions = fencedBlocks(readFileSync(join(repository, page), "utf8")).filter(({ info }) => info[0] === "console");
const reason = whyNoKubectl();
let folder = "";

beforeAll(() => {
  folder = writePrograms("ready-made-groups", [...programs, group], { apis: "dist/apis", cmd: "dist/cmd" });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the server of the page compiles with every strict flag", () => {
  expect(programs.map(({ name }) => name)).toEqual(["server"]);
  expect(sessions).toHaveLength(1);
  expect(compilePrograms(folder, [...programs, group])).toEqual([]);
});

describe.skipIf(reason !== undefined)(["the terminal of the page", reason].filter(Boolean).join(", "), () => {
  test("shows what kubectl prints", async () => {
    const server = await ServerProcess.start(join(folder, "server.js"));
    try {
      const environment = kubectlEnvironment(findKubectl() ?? "", server.kubeconfig, server.folder);
      for (const { script, expected } of sessions.flatMap(({ text }) => parseSession(text))) {
        const { status, output } = await runLine(script, server.folder, environment);
        const actual = normal(status === 0 ? output : `${normal(output)}\n[exit ${status}]`.trimStart());
        // The exact comparison prints the difference.
        if (!isExpected(actual, expected)) expect(actual, script).toBe(expected);
      }
    } finally {
      await server.remove();
    }
  });
});
