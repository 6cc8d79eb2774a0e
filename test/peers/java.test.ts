import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { mains, ServerProcess } from "../interop/server-process.js";
import { commandOf, whyNotInstalled, type InstalledClient } from "./installed-clients.js";

/** @file Clients for Java use a server of the ready-made groups, with the kubeconfig that it writes. */

interface Case {
  readonly client: InstalledClient;
  readonly title: string;
  /** Arguments of `create-user`. Default: the kubeconfig of the administrator is used. */
  readonly user?: readonly string[];
  readonly output: readonly string[];
}

const ofFabric8 = {
  client: "fabric8",
  output: [
    "created: rose",
    "event: added rose",
    "listed: [rose]",
    "deleted: 1",
    "event: deleted rose",
    "stored by the informer: 0",
  ],
} as const;

const cases: readonly Case[] = [
  {
    ...ofFabric8,
    title:
      "fabric8 reads the administrator's key, creates, lists and deletes objects, and its informer gets the changes",
  },
  {
    ...ofFabric8,
    title: "fabric8 reads the key of a user that `create-user` has created, and does the same",
    user: ["gardener", "--group=system:masters"],
  },
  {
    client: "java-client",
    title: "a dynamic informer of the official client syncs on a kind with `listItemsHaveKind`, and requires it",
    output: [
      "event: added pike",
      "has synced: true",
      "event: added trout",
      "event: deleted pike",
      "stored by the informer: [trout]",
      "kind of a listed flunder: missing",
    ],
  },
];

const run = promisify(execFile);

/** Creates a user, and returns the path of the kubeconfig. */
async function createUser({ dataDir }: ServerProcess, user: readonly string[]): Promise<string> {
  const kubeconfig = join(dataDir, "user.kubeconfig");
  const flags = [`--data-dir=${dataDir}`, `--kubeconfig=${kubeconfig}`];
  await run(process.execPath, [mains.groups, "create-user", ...user, ...flags]);
  return kubeconfig;
}

for (const { client, title, user, output } of cases) {
  const reason = whyNotInstalled(client);
  test.skipIf(reason !== undefined)([title, reason].filter(Boolean).join(", "), async () => {
    const server = await ServerProcess.start(mains.groups);
    try {
      const [command = "", ...args] = commandOf(client, "Client.java");
      const kubeconfig = user === undefined ? server.kubeconfig : await createUser(server, user);
      const env = { ...process.env, KUBECONFIG: kubeconfig };
      const { stdout } = await run(command, args, { env, timeout: 300_000 });
      expect(stdout.trimEnd().split("\n")).toEqual(output);
    } finally {
      await server.remove();
    }
  });
}
