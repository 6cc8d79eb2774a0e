import { ClusterNamespaces } from "../../admission/cluster-namespaces.js";
import type { PluginFactory } from "../../admission/initializer.js";
import { newNamespaceLifecycle } from "../../admission/namespace-lifecycle/namespace-lifecycle.js";
import type { GroupContext, GroupDefinition } from "../../server/group-definition.js";
import { NamespaceController } from "./namespace-controller.js";
import { NamespaceDeleter, namespaceResource } from "./namespace-deleter.js";
import { namespaceStrategy } from "./namespace-strategy.js";
import { createSystemNamespaces, keepSystemNamespaces } from "./system-namespaces.js";
import type { Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";

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
  install: Install,
  kinds: { Namespace: namespaceStrategy },
  admissionPlugins: [ownNamespaceLifecycle],
  extend: startNamespaceController,
};

/**
 * Adds the hooks that create the system namespaces, and delete the content of deleted namespaces.
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
  const controller = new NamespaceController({
    informer: informers.forResource(namespaceResource),
    deleter: new NamespaceDeleter(client, () => server.resources(), onError),
    gracePeriod: hasExclusiveStorage ? gracePeriods.exclusive : gracePeriods.shared,
    onError,
    queueObserver: observeQueue?.("namespace"),
  });
  server.addPostStartHook("start-namespace-controller", ({ signal }) => {
    void controller.run(signal);
  });
  server.addPostStartHook("start-system-namespaces-controller", async ({ signal }) => {
    await createSystemNamespaces(client, signal, onError);
    void keepSystemNamespaces(client, signal, onError);
  });
}
