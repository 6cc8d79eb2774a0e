import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runsAllCases } from "../selected-cases.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "./kubectl.js";
import { repository } from "./repository.js";
import { mains, ServerProcess } from "./server-process.js";
import { isExpected, normal, parseSession } from "./session-file.js";

/**
 * @file Runs every session in the folder sessions/, each with a separate server. The README in that
 * folder describes the format. `make test` runs two of them.
 */

const sessions = join(repository, "test/interop/sessions");
const artifacts = join(repository, "artifacts");
const kubectl = findKubectl();
const reason = whyNoKubectl();

/** The sessions of `make test`: the example of the book, and a server with another API. */
const first = ["book.txt", "cafe/orders.txt"];
const files = readdirSync(sessions, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".txt") && (runsAllCases || first.includes(file)))
  .sort();

describe.skipIf(reason !== undefined).each(files)(["kubectl, %s", reason].filter(Boolean).join(", "), (file) => {
  const commands = parseSession(readFileSync(join(sessions, file), "utf8"));
  const home = mkdtempSync(join(tmpdir(), `session-${basename(file, ".txt")}-`));
  let server: ServerProcess;
  let environment: Record<string, string>;
  beforeAll(async () => {
    server = await ServerProcess.start(dirname(file) === "cafe" ? mains.cafe : mains.pizza);
    environment = kubectlEnvironment(kubectl ?? "", server.kubeconfig, home);
    cpSync(artifacts, join(home, "artifacts"), { recursive: true });
  });
  afterAll(async () => {
    await server.remove();
    rmSync(home, { recursive: true, force: true });
  });

  for (const { line, script, expected } of commands) {
    test(`${file}:${line} ${script.split("\n", 1).join("")}`, async () => {
      const { status, output } = await runLine(script, home, environment);
      const actual = normal(status === 0 ? output : `${normal(output)}\n[exit ${status}]`.trimStart());
      // `isExpected` allows `…` for any text. If it fails, this exact comparison prints the
      // difference.
      if (!isExpected(actual, expected)) expect(actual).toBe(expected);
    });
  }
});

test("the folder contains sessions", () => {
  expect(files.length).toBeGreaterThan(0);
});
