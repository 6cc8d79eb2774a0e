import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fencedBlocks } from "../docs/fenced-blocks.js";
import { patternOf } from "../docs/steps.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "./kubectl.js";
import { PizzaServer } from "./pizza-server.js";
import { repository } from "./repository.js";

const reason = whyNoKubectl();
const readme = fencedBlocks(readFileSync(join(repository, "README.md"), "utf8"));

test("make run prints the lines that README.md shows, and its commands work", async () => {
  const command = readme.findIndex(({ text }) => text.trim() === "make run");
  expect(command).toBeGreaterThanOrEqual(0);
  const shown = readme[command + 1]?.text.split("\n").filter((line) => line.trim() !== "") ?? [];
  const server = await PizzaServer.start();
  await server.remove();
  // The server quotes paths only if they contain special characters, so the comparison ignores
  // quotes.
  const unquoted = (text: string) => text.replaceAll("'", "");
  const prints = shown.map((line) => unquoted(line.replace(":8443", ":…").replace("pizza-apiserver.local/", "")));
  expect(prints.length).toBeGreaterThan(5);
  expect(prints.filter((line) => !patternOf(line).test(unquoted(server.output)))).toEqual([]);
});

test.skipIf(reason !== undefined)(
  ["the lines that the server says to try do what it says, from any folder", reason].filter(Boolean).join(", "),
  async () => {
    const home = mkdtempSync(join(tmpdir(), "kubectl-welcome-"));
    const server = await PizzaServer.start();
    try {
      const lines = [...server.output.matchAll(/^ {2}(\S.*)$/gm)].map(([, line]) => line ?? "");
      expect(lines[0]).toBe(`export KUBECONFIG=${server.kubeconfig}`);
      expect(lines.length).toBeGreaterThan(5);
      const { PATH = "", HOME = "" } = kubectlEnvironment(findKubectl() ?? "", "", home);
      // The commands run one after the other without delay, but the admission plugin receives a
      // topping a moment after its creation.
      const script = lines
        .map((line) =>
          line.includes("margherita") ? `until ${line}; do sleep 0.1; done` : `${line}; echo "[exit $?]"`,
        )
        .join("\n");
      const { output } = await runLine(script, home, { PATH, HOME });
      expect(output.match(/^\[exit \d+\]$/gm)).toEqual([...lines.slice(2).map(() => "[exit 0]"), "[exit 1]"]);
      expect(output).toContain("unknown topping: pineapple");
      const table = readme.find(({ text }) => text.startsWith("NAME "))?.text ?? "";
      const rows = table.trimEnd().split("\n");
      expect(rows.length).toBeGreaterThan(2);
      expect(rows.filter((line) => !patternOf(line.replace(/\d+s$/, "…")).test(output))).toEqual([]);
    } finally {
      await server.remove();
      rmSync(home, { recursive: true, force: true });
    }
  },
);
