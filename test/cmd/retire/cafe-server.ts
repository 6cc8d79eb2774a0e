import { join } from "node:path";
import { createLog, parseOptionsOf, startAPIServer, type RunningServer } from "@apimachinery/apiserver";
import { definition } from "../../../examples/cafe/src/definition.js";
import { cafeGroup } from "../../apiserver/cafe-group.js";
import { APIClient } from "../../apiserver/process/api-client.js";

export const group = "cafe.example.com";

/** A server of examples/cafe in the process of the test, whose objects survive it. */
export interface CafeServer {
  readonly client: APIClient;
  readonly running: RunningServer;
  stop(): Promise<void>;
}

export interface CafeOptions {
  readonly storageVersion: string;
  readonly unservedVersions?: readonly string[];
  readonly flags?: readonly string[];
}

/**
 * Starts a server without admission plugins.
 * @param folder folder of its data, and of the file `kubeconfig`
 */
export async function startCafe(
  folder: string,
  { storageVersion, unservedVersions, flags = [] }: CafeOptions,
): Promise<CafeServer> {
  const cafe = {
    ...definition,
    groups: [
      {
        ...cafeGroup,
        storageVersion: { group, version: storageVersion },
        ...(unservedVersions && { unservedVersions }),
      },
    ],
    admissionPlugins: [],
  };
  const file = join(folder, "kubeconfig");
  const parsed = parseOptionsOf(
    cafe,
    [
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      `--data-dir=${folder}/data`,
      `--write-kubeconfig=${file}`,
      ...flags,
    ],
    { out: () => undefined, err: () => undefined },
  );
  if ("exitCode" in parsed) throw new Error("invalid flags");
  const log = createLog({ v: 0, loggingFormat: "text" }, () => undefined);
  const running = await startAPIServer(cafe, parsed.options, log);
  const client = new APIClient(running.url, file);
  return {
    client,
    running,
    stop: async () => {
      client.close();
      await running.stop();
    },
  };
}
