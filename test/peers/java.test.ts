import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { mains, ServerProcess } from "../interop/server-process.js";
import { commandOf, whyNotInstalled, type InstalledClient } from "./installed-clients.js";

/** @file Clients for Java use a server of the ready-made groups, with the kubeconfig that it writes. */

const cases: readonly (readonly [client: InstalledClient, title: string, output: readonly string[]])[] = [
  [
    "fabric8",
    "fabric8 reads the administrator's key, creates, lists and deletes objects, and its informer gets the changes",
    [
      "created: rose",
      "event: added rose",
      "listed: [rose]",
      "deleted: 1",
      "event: deleted rose",
      "stored by the informer: 0",
    ],
  ],
  [
    "java-client",
    "a dynamic informer of the official client syncs on a kind with `listItemsHaveKind`, and requires it",
    [
      "event: added pike",
      "has synced: true",
      "event: added trout",
      "event: deleted pike",
      "stored by the informer: [trout]",
      "kind of a listed flunder: missing",
    ],
  ],
];

for (const [client, title, output] of cases) {
  const reason = whyNotInstalled(client);
  test.skipIf(reason !== undefined)([title, reason].filter(Boolean).join(", "), async () => {
    const server = await ServerProcess.start(mains.groups);
    try {
      const [command = "", ...args] = commandOf(client, "Client.java");
      const env = { ...process.env, KUBECONFIG: server.kubeconfig };
      const { stdout } = await promisify(execFile)(command, args, { env, timeout: 300_000 });
      expect(stdout.trimEnd().split("\n")).toEqual(output);
    } finally {
      await server.remove();
    }
  });
}
