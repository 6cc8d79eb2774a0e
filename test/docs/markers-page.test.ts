import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { repository } from "../package/tarballs.js";

const page = join(repository, "docs/markers.md");

test("docs/markers.md is the output of codegen markers --format markdown (UPDATE_GOLDEN=1 rewrites it)", async () => {
  // The folder has no configuration, so the page contains no markers of custom generators.
  const { stdout, status } = await runHere(temporaryFolder({ "package.json": "{}" }), [
    "markers",
    "--format",
    "markdown",
  ]);
  expect(status).toBe(0);
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(page, stdout);
  expect(readFileSync(page, "utf8")).toBe(stdout);
});
