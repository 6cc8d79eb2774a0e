import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  parseOptionsOf,
  startAPIServer,
  type RunningServer,
  type ServerDefinition,
} from "@apimachinery/apiserver";
import { findKubectl } from "../../interop/kubectl.js";

/** A server with sockets and a kubeconfig, for kubectl and other clients. */
export interface Running {
  readonly server: RunningServer;
  readonly kubeconfig: string;
  /** Runs kubectl as the administrator, and returns its whole output. */
  readonly kubectl: (options: readonly string[], input?: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const quiet = createLog({ v: 0, loggingFormat: "text" }, () => undefined);

/** Starts a server that keeps its objects in memory. */
export async function run(definition: ServerDefinition, ...flags: readonly string[]): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "garage-"));
  const kubeconfig = join(folder, "kubeconfig");
  const fixed = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--storage-backend=memory",
    `--data-dir=${folder}/data`,
    `--write-kubeconfig=${kubeconfig}`,
  ];
  const errors: string[] = [];
  const output = { out: () => undefined, err: (text: string) => errors.push(text) };
  const parsed = parseOptionsOf(definition, [...fixed, ...flags], output);
  if ("exitCode" in parsed) throw new Error(errors.join(""));
  const server = await startAPIServer(definition, parsed.options, quiet);
  return {
    server,
    kubeconfig,
    kubectl: (options, input = "") =>
      new Promise((resolve) => {
        const child = spawn(findKubectl() ?? "kubectl", ["--kubeconfig", kubeconfig, ...options], {
          env: { PATH: process.env["PATH"] ?? "", HOME: folder },
        });
        let text = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (data: Buffer) => (text += data.toString("utf8")));
        child.on("close", () => {
          resolve(text.trim());
        });
        child.stdin.end(input);
      }),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
