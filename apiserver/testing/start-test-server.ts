import { Scheme } from "@apimachinery/runtime";
import type { PluginFactory } from "../admission/initializer.js";
import { startGarbageCollector } from "../garbage/start-garbage-collector.js";
import type { Handler } from "../http/types.js";
import { standaloneAccess } from "../options/access.js";
import type { User } from "../request/api-request.js";
import { allPlugins } from "../run/definition.js";
import { buildAdmission } from "../server/admission.js";
import { newAPIGroups } from "../server/api-groups.js";
import { GenericAPIServer, type ServedResource } from "../server/generic-api-server.js";
import type { AnyGroupDefinition } from "../server/group-definition.js";
import { joinGroups } from "../server/join-groups.js";
import { MemoryStorage } from "../storage/index.js";
import { reportedVersion } from "../util/version.js";

/** The properties of a ServerDefinition that also apply to a server for tests. */
export interface TestServerDefinition {
  readonly groups: readonly AnyGroupDefinition[];
  readonly admissionPlugins?: readonly PluginFactory[];
  readonly kubernetesVersion?: string;
}

/** A server that has started. */
export interface StartedServer {
  readonly handler: Handler;
  readonly resources: readonly ServedResource[];
  readonly stop: () => Promise<void>;
}

/** User of all requests to the server. Members of its group have all permissions. */
const administrator: User = { name: "admin", groups: ["system:masters"], extra: {} };

/**
 * Starts a server that stores its objects in memory and serves only this process. Its filters,
 * admission and registry are those of every server.
 * @throws Error for a group, a plugin or a version that cannot be used
 */
export async function startTestServer({
  groups: definitions,
  admissionPlugins = [],
  kubernetesVersion,
}: TestServerDefinition): Promise<StartedServer> {
  const groups = joinGroups(definitions);
  const storage = new MemoryStorage();
  const scheme = new Scheme("test-server");
  const log = () => undefined;
  const infos = newAPIGroups(groups, { scheme, storage, keyPrefix: "/registry", enableGarbageCollection: true });
  const { authorizers } = standaloneAccess();
  const { admission, loopback, informers, startInformers } = await buildAdmission({
    options: { enableAdmissionPlugins: [], disableAdmissionPlugins: [], admissionControlConfigFile: "" },
    plugins: allPlugins(groups, admissionPlugins),
    scheme,
    authorizers,
    log,
  });
  const server = new GenericAPIServer({
    storage,
    admission,
    authenticators: [() => administrator],
    authorizers,
    loopback,
    version: reportedVersion({
      name: "test-server",
      version: "v0.0.0",
      ...(kubernetesVersion !== undefined && { kubernetesVersion }),
    }),
    externalHost: "localhost",
    log,
  });
  for (const info of infos) server.installAPIGroup(info);
  server.addPostStartHook("start-informers", startInformers);
  for (const group of groups)
    group.extend?.({ server, client: loopback.client, informers, hasExclusiveStorage: true, log });
  startGarbageCollector({ server, infos, client: loopback.client, log: { info: log, error: log } });
  const handler = server.startInProcess();
  const stop = () => server.stop();
  try {
    await server.ready();
    await informers.synced();
    return { handler, resources: server.resources(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
