import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const files = [
  "Makefile",
  "README.md",
  "examples/cafe/README.md",
  "examples/cafe/package.json",
  ...readdirSync(new URL("docs/", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

test("every command of the documentation that starts a server names a loopback address", () => {
  const commands = files.flatMap((file) =>
    readFileSync(new URL(file, root), "utf8")
      .split("\n")
      .filter((line) => /\bmain\.js\b.*--write-kubeconfig/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((command) => !command.includes("--bind-address=127.0.0.1"))).toEqual([]);
});
