import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "../interop/kubectl.js";
import { mains } from "../interop/server-process.js";
import { findPeers, whyNoPeers, type PeerBinaries } from "./binaries.js";
import { SpreadServers } from "./spread-servers.js";

const peers = findPeers();
const reason = whyNoPeers() ?? whyNoKubectl();
const workers = 4;

test.skipIf(reason !== undefined)(
  ["kubectl loses no request while two servers on one etcd are restarted one after the other", reason]
    .filter(Boolean)
    .join(", "),
  async () => {
    const flags = ["--shutdown-delay-duration=500ms", "--shutdown-send-retry-after"];
    const spread = await SpreadServers.start(mains.pizza, peers as PeerBinaries, flags);
    spread.checkReadiness();
    const home = mkdtempSync(join(tmpdir(), "rolling-"));
    const environment = kubectlEnvironment(findKubectl() ?? "", spread.kubeconfig, home);
    let isDone = false;
    let rounds = 0;
    const failures: string[] = [];
    const kubectl = async (line: string, expected: string): Promise<void> => {
      const { status, output } = await runLine(line, home, environment);
      if (status !== 0 || output.trim() !== expected) failures.push(`${line}: ${output}`);
    };
    /** Creates, changes, reads and deletes objects until the restarts are over. */
    const work = async (worker: number): Promise<void> => {
      for (let round = 0; !isDone || round < 2; round++) {
        const name = `w${worker}-${round}`;
        const topping = `topping.restaurant.programming-kubernetes.info/${name}`;
        const json = `{"apiVersion":"restaurant.programming-kubernetes.info/v1alpha1","kind":"Topping","metadata":{"name":"${name}"},"spec":{"cost":1}}`;
        await kubectl(`echo '${json}' | kubectl create -f -`, `${topping} created`);
        await kubectl(`kubectl label topping ${name} round=${round}`, `${topping} labeled`);
        await kubectl(`kubectl get topping ${name} -o jsonpath='{.metadata.labels.round}'`, String(round));
        await kubectl(
          `kubectl delete topping ${name}`,
          `topping.restaurant.programming-kubernetes.info "${name}" deleted`,
        );
        rounds++;
      }
    };
    try {
      const running = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
      for (const server of [...spread.servers, ...spread.servers]) {
        expect(await server.end("SIGTERM")).toBe(0);
        await server.again();
        // The balancer must find the server ready before the other one ends.
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      isDone = true;
      await running;
      expect(failures).toEqual([]);
      expect(rounds).toBeGreaterThan(workers * 2);
    } finally {
      isDone = true;
      await spread.remove();
      rmSync(home, { recursive: true, force: true });
    }
  },
);
