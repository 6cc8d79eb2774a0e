import { ClusterNamespaces } from "../../admission/cluster-namespaces.js";
import type { PluginFactory } from "../../admission/initializer.js";
import { newNamespaceLifecycle } from "../../admission/namespace-lifecycle/namespace-lifecycle.js";
import type { GroupContext, GroupDefinition } from "../../server/group-definition.js";
import { NamespaceDeleter, namespaceResource } from "./namespace-deleter.js";
import { namespaceStrategy } from "./namespace-strategy.js";
import type { Namespace } from "./v1/types.js";
import { supportFieldLabels } from "../field-labels.js";
import { SchemeGroupVersion, type Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";
import { setTimeout as pause } from "node:timers/promises";
import {
  BucketRateLimiter,
  isAlreadyExists,
  ItemExponentialFailureRateLimiter,
  MaxOfRateLimiter,
  runWorkers,
  WorkQueue,
  type DeepReadonly,
  type RESTClient,
} from "@apimachinery/client";

/**
 * Time between the deletion of a namespace and the deletion of its content, in milliseconds. If
 * other processes share the storage, they receive the deletion in this time, as in Kubernetes.
 */
const gracePeriods = { exclusive: 500, shared: 5_000 };

/** The plugin NamespaceLifecycle for a server that stores its own namespaces. */
const ownNamespaceLifecycle: PluginFactory = {
  name: "NamespaceLifecycle",
  build: ({ client, informers }) => newNamespaceLifecycle(new ClusterNamespaces({ client, informers })),
};

/**
 * The legacy group of Kubernetes, with the kind Namespace. Objects can only be created in
 * namespaces that exist, and the deletion of a namespace deletes all objects in it.
 */
export const namespaceGroup: GroupDefinition<typeof Kinds> = {
  install: (scheme) => {
    Install(scheme);
    supportFieldLabels(scheme, { ...SchemeGroupVersion, kind: "Namespace" }, ["status.phase"]);
  },
  kinds: { Namespace: namespaceStrategy },
  admissionPlugins: [ownNamespaceLifecycle],
  extend: startNamespaceController,
};

/** Number of namespaces whose content is deleted at the same time. */
const workers = 4;

/** Delay before remaining content is checked again, in milliseconds, as in Kubernetes. */
const remainingDelay = 8_000;

/**
 * Adds the hooks that create the system namespaces, and delete the content of namespaces that are
 * being deleted (Go: NamespaceController). After a restart, the informer reports all of these
 * namespaces again.
 */
function startNamespaceController({
  server,
  client,
  informers,
  hasExclusiveStorage,
  observeQueue,
  log,
}: GroupContext): void {
  const onError = (error: unknown) => {
    log("the namespace controller failed and will retry", error);
  };
  const observer = observeQueue?.("namespace");
  const queue = new WorkQueue<string>({
    rateLimiter: new MaxOfRateLimiter<string>(
      new ItemExponentialFailureRateLimiter(5, 60_000),
      new BucketRateLimiter(10, 100),
    ),
    ...(observer && { observer }),
  });
  const enqueue = ({ metadata }: DeepReadonly<Namespace>) => {
    if (metadata.deletionTimestamp === undefined) return;
    queue.addAfter(metadata.name ?? "", hasExclusiveStorage ? gracePeriods.exclusive : gracePeriods.shared);
  };
  informers.forResource(namespaceResource).addEventHandler({
    onAdd: enqueue,
    onUpdate: (_old, namespace) => {
      enqueue(namespace);
    },
  });
  const deleter = new NamespaceDeleter(client, () => server.resources(), onError);
  server.addPostStartHook("start-namespace-controller", ({ signal }) => {
    void runWorkers<string>(
      {
        queue,
        count: workers,
        process: async (name) => ((await deleter.delete(name, signal)) ? undefined : { after: remainingDelay }),
        onError: (error) => {
          if (!signal.aborted) onError(error);
        },
      },
      signal,
    );
  });
  server.addPostStartHook("start-system-namespaces-controller", async ({ signal }) => {
    await createSystemNamespaces(client, signal, onError);
    void keepSystemNamespaces(client, signal, onError);
  });
}

/** Namespaces that every server has (Go: systemnamespaces, and the namespace `default`). */
const systemNamespaces: readonly string[] = ["default", "kube-node-lease", "kube-public", "kube-system"];

/** Interval at which missing namespaces are created again, in milliseconds, as in Kubernetes. */
const interval = 60_000;
/** Delay before the next attempt after a failure, in milliseconds. */
const retryDelay = 1_000;

/**
 * Creates the namespaces that every server has. Repeats failed requests.
 * @returns promise that resolves when all namespaces exist, or when the signal is aborted
 */
async function createSystemNamespaces(
  client: RESTClient,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const name of systemNamespaces) await createIfNeeded(client, name, signal);
      return;
    } catch (error) {
      if (!isAborted(signal)) onError(error);
    }
    await pause(retryDelay, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Creates the namespaces that every server has again after a client has deleted them. Runs until
 * the signal is aborted.
 */
async function keepSystemNamespaces(
  client: RESTClient,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await pause(interval, undefined, { signal, ref: false }).catch(() => undefined);
    await createSystemNamespaces(client, signal, onError);
  }
}

async function createIfNeeded(client: RESTClient, name: string, signal: AbortSignal): Promise<void> {
  try {
    await client
      .resourceOf(namespaceResource)
      .create({ apiVersion: "v1", kind: "Namespace", metadata: { name }, spec: {}, status: {} }, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

/**
 * Reports whether a signal is aborted. If the property were read directly in a loop, the compiler
 * would assume that its value stays false.
 */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
