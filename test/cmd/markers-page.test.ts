import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runHere } from "./run-here.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const page = new URL("../../docs/markers.md", import.meta.url);

test("docs/markers.md is the output of codegen markers (UPDATE_GOLDEN=1 rewrites it)", async () => {
  const { stdout } = await runHere(repository, ["markers", "--format", "markdown"]);
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(page, stdout);
  expect(readFileSync(page, "utf8")).toBe(stdout);
});
