import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectl, kubectlEnvironment, whyNoKubectl } from "../interop/kubectl.js";
import { repository } from "../interop/repository.js";
import { ServerProcess } from "../interop/server-process.js";
import { parseSession } from "../interop/session-file.js";
import { findPeers, whyNoPeers, type PeerBinaries } from "./binaries.js";
import { startSampleAPIServer } from "./start.js";
import { transcriptOf, withOutputs } from "./transcript.js";

/**
 * @file Runs kubectl's commands in sessions/ with this project's server, which serves the API of
 * Go's sample-apiserver. The outputs are those of Go's sample-apiserver. If it is built, the same
 * commands also run with it, and with RECORD_PEERS=1 its outputs are recorded.
 */

interface RunningServer {
  readonly kubeconfig: string;
  readonly stop: () => Promise<void>;
}

const sessions = join(repository, "test/peers/sessions");
const files = readdirSync(sessions).filter((file) => file.endsWith(".txt"));
const records = process.env["RECORD_PEERS"] !== undefined;

const servers: readonly (readonly [string, string | undefined, () => Promise<RunningServer>])[] = [
  ["Go's sample-apiserver", whyNoPeers(), () => startSampleAPIServer(findPeers() as PeerBinaries)],
  ["this server", undefined, startOurs],
];

for (const [server, whySkipped, start] of servers) {
  const reason = whyNoKubectl() ?? whySkipped;
  describe.skipIf(reason !== undefined).each(files)(
    [`${server} and kubectl, %s`, reason].filter(Boolean).join(", "),
    (file) => {
      const path = join(sessions, file);
      const recorded = readFileSync(path, "utf8");
      const home = mkdtempSync(join(tmpdir(), `peers-${basename(file, ".txt")}-`));
      const outputs: string[] = [];
      let running: RunningServer;
      let environment: Record<string, string>;
      beforeAll(async () => {
        running = await start();
        environment = kubectlEnvironment(findKubectl() ?? "", running.kubeconfig, home);
      });
      afterAll(async () => {
        await running.stop();
        rmSync(home, { recursive: true, force: true });
        if (records && start !== startOurs) writeFileSync(path, withOutputs(recorded, outputs));
      });

      const ours = start === startOurs ? differencesOf(file) : new Map<string, string>();
      for (const { line, script, expected } of parseSession(recorded)) {
        test(`${file}:${line} ${script.split("\n", 1).join("")}`, async () => {
          const output = await transcriptOf(script, home, environment);
          outputs.push(output);
          if (!records) expect(output).toBe(ours.get(script) ?? expected);
        });
      }
    },
  );
}

test.each(files)("every difference in %s is one from a recorded output", (file) => {
  const recorded = parseSession(readFileSync(join(sessions, file), "utf8"));
  for (const [script, output] of differencesOf(file)) {
    const outputs = recorded.filter((command) => command.script === script).map(({ expected }) => expected);
    expect(outputs).toHaveLength(1);
    expect(outputs).not.toContain(output);
  }
});

test("the folder contains sessions", () => {
  expect(files.length).toBeGreaterThan(0);
});

/** Returns the outputs of this server that differ from those of Go's server, by command. */
function differencesOf(file: string): ReadonlyMap<string, string> {
  const path = join(sessions, "differences", file);
  if (!existsSync(path)) return new Map();
  return new Map(parseSession(readFileSync(path, "utf8")).map(({ script, expected }) => [script, expected]));
}

async function startOurs(): Promise<RunningServer> {
  const server = await ServerProcess.start(join(repository, "dist/test/peers/server/main.js"));
  return { kubeconfig: server.kubeconfig, stop: () => server.remove() };
}
