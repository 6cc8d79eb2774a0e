import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "../interop/kubectl.js";
import { findPeers, whyNoPeers, type PeerBinaries } from "./binaries.js";
import { startPeerProcess } from "./peer-process.js";
import { startEtcd, startSampleAPIServer, type SampleAPIServer } from "./start.js";

const peers = findPeers();
const reason = whyNoPeers() ?? whyNoKubectl();

describe.skipIf(peers === undefined)(["etcd", whyNoPeers()].filter(Boolean).join(", "), () => {
  test("answers on its address", async () => {
    const etcd = await startEtcd(peers as PeerBinaries);
    try {
      const answer = await fetch(`http://${etcd.address}/health`);
      expect(await answer.json()).toMatchObject({ health: "true" });
    } finally {
      await etcd.stop();
    }
  });
});

describe.skipIf(reason !== undefined)(["Go's sample-apiserver", reason].filter(Boolean).join(", "), () => {
  const home = mkdtempSync(join(tmpdir(), "peers-"));
  let server: SampleAPIServer;
  let kubectl: (line: string) => ReturnType<typeof runLine>;
  beforeAll(async () => {
    server = await startSampleAPIServer(peers as PeerBinaries);
    const environment = kubectlEnvironment(findKubectl() ?? "", server.kubeconfig, home);
    kubectl = (line) => runLine(line, home, environment);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  test("serves a flunder to kubectl", async () => {
    const flunder = '{"apiVersion":"wardle.example.com/v1beta1","kind":"Flunder","metadata":{"name":"my-flunder"}}';
    expect(await kubectl(`echo '${flunder}' | kubectl create -f -`)).toEqual({
      status: 0,
      output: "flunder.wardle.example.com/my-flunder created\n",
    });
    expect(await kubectl("kubectl get flunders -o name")).toEqual({
      status: 0,
      output: "flunder.wardle.example.com/my-flunder\n",
    });
  });
});

describe("a program that does not become ready", () => {
  test("is reported with its output", async () => {
    const start = startPeerProcess({
      name: "no-peer",
      command: () => [process.execPath, "--eval", 'console.error("no port is free"); process.exitCode = 3'],
      ready: /^serving on (\S+)/m,
    });
    await expect(start).rejects.toThrow("no-peer ends with 3 before it is ready:\nno port is free\n");
  });

  test("is reported if it does not exist", async () => {
    const start = startPeerProcess({ name: "no-peer", command: () => ["/no/such/program"], ready: /(.)/ });
    await expect(start).rejects.toThrow("no-peer does not start: spawn /no/such/program ENOENT");
  });
});
