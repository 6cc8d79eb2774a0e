import type { DeepReadonly } from "@apimachinery/client";
import { hasReason, newForbidden, newInternalError, StatusError } from "../../errors/index.js";
import { ClusterNamespaces, type AdmissionNamespace } from "../cluster-namespaces.js";
import { newAdmissionForbidden } from "../errors.js";
import type { PluginFactory } from "../initializer.js";
import type { AdmissionPlugin, Attributes } from "../plugin.js";
import { requireSynced } from "../ready.js";
import { Cache } from "../../util/cache.js";

const name = "NamespaceLifecycle";

/** Time to wait for a namespace that the cache does not contain yet, in milliseconds. */
const missingNamespaceWait = 50;

/** Time for which the deletion of a namespace is remembered, in milliseconds. */
const deletionLifetime = 30_000;

/** Namespaces that no client may delete. */
const immortal: readonly string[] = ["default", "kube-system", "kube-public"];

/**
 * Factory of the plugin NamespaceLifecycle (Go: plugin/namespace/lifecycle). The plugin allows the
 * creation of an object only in a namespace that exists and is not being deleted. It also refuses
 * the deletion of the `immortal` namespaces.
 */
export const namespaceLifecycle: PluginFactory = {
  name,
  needsCluster: true,
  build: ({ external }) => {
    if (external === undefined) throw new Error("missing client");
    return newNamespaceLifecycle(new ClusterNamespaces(external));
  },
};

/**
 * Returns the plugin NamespaceLifecycle.
 * @param namespaces source of the namespaces
 * @param now clock in milliseconds
 */
export function newNamespaceLifecycle(
  namespaces: Pick<ClusterNamespaces, "cached" | "read" | "hasSynced">,
  now?: () => number,
): AdmissionPlugin {
  const deletions: Deletions = new Cache("deleted namespaces", (_, deleted) => 2 * deleted.length, now);
  return {
    name,
    handles: (operation) => operation !== "CONNECT",
    admit: async (attributes) => {
      if (isNamespace(attributes)) admitNamespace(attributes, deletions);
      else if (attributes.namespace !== "" && attributes.operation === "CREATE" && !isAccessReview(attributes)) {
        await requireSynced(attributes, namespaces);
        requireActive(attributes, await currentNamespace(attributes.namespace, namespaces, deletions));
      }
    },
  };
}

/**
 * Names of the namespaces that were recently deleted through this server. The informer's cache may
 * still contain them as active.
 */
type Deletions = Cache<string, true>;

function isNamespace({ kind }: Attributes): boolean {
  return kind.group === "" && kind.kind === "Namespace";
}

/**
 * Reports whether a request is an access review in a namespace. Such reviews are not stored, so
 * their namespace is not checked. An error would also reveal whether a namespace exists.
 */
function isAccessReview({ resource: { group, resource } }: Attributes): boolean {
  return group === "authorization.k8s.io" && resource === "localsubjectaccessreviews";
}

function admitNamespace(attributes: Attributes, deletions: Deletions): void {
  if (attributes.operation !== "DELETE") return;
  const { resource } = attributes;
  if (immortal.includes(attributes.name))
    throw newForbidden(
      { group: resource.group, name: resource.resource },
      attributes.name,
      "this namespace may not be deleted",
    );
  deletions.set(attributes.name, true, deletionLifetime);
}

/**
 * Returns the current state of a namespace. Reads it from the cluster if the cache does not contain
 * it, or probably contains an outdated state.
 * @throws StatusError 404 if the namespace does not exist, 500 if the request to the cluster fails
 * for another reason
 */
async function currentNamespace(
  namespace: string,
  namespaces: Pick<ClusterNamespaces, "cached" | "read">,
  deletions: Deletions,
): Promise<DeepReadonly<AdmissionNamespace>> {
  const cached = namespaces.cached(namespace) ?? (await cachedSoon(namespace, namespaces));
  const isOutdated = deletions.get(namespace) === true && cached?.status?.phase === "Active";
  if (cached !== undefined && !isOutdated) return cached;
  try {
    return await namespaces.read(namespace);
  } catch (error) {
    if (error instanceof StatusError && hasReason(error, "NotFound")) throw error;
    throw newInternalError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Returns a namespace from the cache after a short wait, because the namespace may have been
 * created just before the request. Returns undefined if the cache still does not contain the
 * namespace.
 */
async function cachedSoon(
  namespace: string,
  namespaces: Pick<ClusterNamespaces, "cached">,
): Promise<DeepReadonly<AdmissionNamespace> | undefined> {
  await new Promise((resolve) => setTimeout(resolve, missingNamespaceWait));
  return namespaces.cached(namespace);
}

/**
 * Checks that a namespace is not being deleted.
 * @throws StatusError 403 if the namespace is being deleted
 */
function requireActive(attributes: Attributes, { status }: DeepReadonly<AdmissionNamespace>): void {
  if (status?.phase !== "Terminating") return;
  const { namespace } = attributes;
  const error = newAdmissionForbidden(
    attributes,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  if (!(error instanceof StatusError)) throw error;
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${namespace} is being terminated`,
    field: "metadata.namespace",
  };
  const { details } = error.status;
  throw new StatusError({
    ...error.status,
    details: { ...details, causes: [...(details?.causes ?? []), cause] },
  });
}
