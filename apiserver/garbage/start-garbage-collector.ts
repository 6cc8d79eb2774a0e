import type { RESTClient, WorkQueueObserver } from "@apimachinery/client";
import type { Log } from "../logging/log.js";
import type { APIGroupInfo } from "../server/api-group.js";
import type { GenericAPIServer } from "../server/generic-api-server.js";
import { CollectedResources } from "./collected-resources.js";
import { GarbageCollector } from "./garbage-collector.js";
import { InvalidOwners } from "./invalid-owners.js";

export interface GarbageCollectionContext {
  readonly server: Pick<GenericAPIServer, "addPostStartHook" | "serves">;
  /** Groups of the server, whose objects are collected. */
  readonly infos: readonly APIGroupInfo[];
  /** Client with which the server sends requests to itself. */
  readonly client: RESTClient;
  /**
   * Measures the queue of the objects that the collector checks. Absent if the queue is not
   * measured.
   */
  readonly queueObserver?: WorkQueueObserver;
  readonly log: Pick<Log, "info" | "error">;
}

/** Creates the garbage collector of a server, and adds the hook that starts it to the server. */
export function startGarbageCollector({
  server,
  infos,
  client,
  queueObserver,
  log,
}: GarbageCollectionContext): GarbageCollector {
  const hasEvents = server.serves({ group: "events.k8s.io", version: "v1" }, "events");
  const onError = (error: unknown) => {
    log.error("the garbage collector could not record an event", error);
  };
  const collector = new GarbageCollector({
    resources: new CollectedResources(infos),
    client,
    invalidOwners: hasEvents ? new InvalidOwners(client, onError) : undefined,
    ...(queueObserver && { queueObserver }),
    log,
  });
  server.addPostStartHook("start-garbage-collector", ({ signal }) => {
    void collector.run(signal);
  });
  return collector;
}
