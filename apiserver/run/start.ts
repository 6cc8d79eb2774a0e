import { Scheme, type GroupVersionKind } from "@apimachinery/runtime";
import { newFollowedKinds, requireServed } from "../admission/followed-kinds.js";
import { startGarbageCollector } from "../garbage/start-garbage-collector.js";
import type { Log } from "../logging/log.js";
import { completeConfig, followCertificates, newConfig, type Config } from "../options/config.js";
import { writeAddress } from "../options/server-address.js";
import { writeKubeconfig } from "../options/kubeconfig.js";
import { serverURL, validateOptions, type ServerOptions } from "../options/server-options.js";
import { accessOf } from "../options/access.js";
import { newAPIGroups } from "../server/api-groups.js";
import { buildAdmission } from "../server/admission.js";
import { GenericAPIServer } from "../server/generic-api-server.js";
import type { AnyGroupDefinition } from "../server/group-definition.js";
import { joinGroups } from "../server/join-groups.js";
import { reportedVersion } from "../util/version.js";
import { allPlugins, defaultsOfServer, type InlineDefinition, type ServerDefinition } from "./definition.js";
import { reachOf, type Reach } from "./reach.js";
import { authenticationGroup } from "../groups/authentication/authentication-group.js";
import { authorizationGroup } from "../groups/authorization/authorization-group.js";
import { ruleResolver } from "../options/authorizers.js";
import type { APIGroupInfo } from "../server/api-group.js";

/** A running server. */
export interface RunningServer {
  /** URL of the server for clients on the same machine. */
  readonly url: string;
  /** Addresses of the server for all clients. */
  readonly reach: Reach;
  /** Stops the server: ends requests and watches, and closes the store. */
  readonly stop: () => Promise<void>;
}

/** Error for invalid options, with one sentence for each problem. */
export class InvalidOptionsError extends Error {
  override readonly name = "InvalidOptionsError";
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/**
 * Starts a server. Validates the options, opens the store and the certificates, installs the
 * groups, and listens.
 * @throws InvalidOptionsError for invalid options
 * @throws Error if the store, the address or a group cannot be used
 */
export async function startAPIServer<const Groups extends readonly AnyGroupDefinition[]>(
  definition: InlineDefinition<Groups>,
  options: ServerOptions,
  log: Log,
): Promise<RunningServer> {
  const problems = validateOptions(options, defaultsOfServer(definition));
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  const config = await newConfig(options, { version: reportedVersion(definition), log });
  let server: GenericAPIServer | undefined;
  let unfollow: () => void = () => undefined;
  const stop = async () => {
    unfollow();
    await server?.stop();
    await config.close();
  };
  try {
    server = await newServer(definition, config);
    const port = await server.start(config.listener);
    unfollow = followCertificates(config, server);
    await server.ready();
    await writeAddress(options, port);
    await writeKubeconfig(options, config.serving, definition.name.replace(/-apiserver$/, ""), port);
    return { url: serverURL(options, port), reach: reachOf(options.bindAddress, config.serving.tls), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Builds the server with its groups and its admission plugins, but does not start to listen.
 * @throws Error for a group that cannot be served or a plugin that cannot be built
 */
async function newServer(
  { name, version, groups: definitions, admissionPlugins = [], openAPI, extend, ...own }: ServerDefinition,
  config: Config,
): Promise<GenericAPIServer> {
  const { options, storage, log } = config;
  const groups = joinGroups(definitions);
  const scheme = new Scheme(name);
  const infos = newAPIGroups(groups, {
    scheme,
    storage,
    keyPrefix: options.etcdPrefix,
    maxObjectBytes: options.maxStoredObjectBytes,
    storageMediaType: options.storageMediaType,
    enableGarbageCollection: options.enableGarbageCollector,
    countLists: (resource) => config.metrics.lists.resource(resource),
    log: log.error,
  });
  const access = accessOf(config, own);
  const { informers, startInformers, informerSync, followed, ...admission } = await buildAdmission({
    options,
    plugins: allPlugins(groups, admissionPlugins),
    scheme,
    authorizers: access.authorizers,
    external: config.cluster.core,
    metrics: config.metrics,
    log: log.error,
  });
  const server = new GenericAPIServer(
    completeConfig(config, { ...access, ...admission, openAPI: { title: name, version, ...openAPI } }),
  );
  const reviews = reviewGroups(config, scheme, (own.authorizers ?? []).length > 0);
  const isOwn = ({ group }: { readonly group: string }) => infos.some((info) => info.group === group);
  for (const info of [...infos, ...reviews.filter((each) => !isOwn(each))]) server.installAPIGroup(info);
  server.addPostStartHook(`start-${name}-informers`, startInformers);
  server.addReadyzChecks(informerSync);
  const hasExclusiveStorage = storage.isExclusive;
  const { registry: metrics, workQueues } = config.metrics;
  const measuring = { metrics, observeQueue: (queue: string) => workQueues.queue(queue) };
  for (const group of groups)
    group.extend?.({
      server,
      client: admission.loopback.client,
      informers,
      hasExclusiveStorage,
      ...measuring,
      log: log.error,
    });
  // In a cluster, its kube-controller-manager collects the objects of the server.
  if (options.enableGarbageCollector && config.cluster.core === undefined)
    startGarbageCollector({
      server,
      infos,
      client: admission.loopback.client,
      queueObserver: workQueues.queue("garbage_collector_attempt_to_delete"),
      log,
    });
  await extend?.(server, { options, scheme, client: admission.loopback.client, informers, ...measuring, log });
  const serves = (kind: GroupVersionKind, resource: string) => server.serves(kind, resource);
  requireServed([...followed, ...newFollowedKinds(informers, followed, `extend of ${name}`)], serves);
  return server;
}

/**
 * Returns the groups with the reviews of the server: SelfSubjectReview, and access reviews. Omits
 * the groups for tasks that the server delegates to a cluster, because the cluster serves these
 * reviews.
 * @param hasOwn true if the definition of the server has authorizers
 */
function reviewGroups(config: Config, scheme: Scheme, hasOwn: boolean): readonly APIGroupInfo[] {
  const rules = ruleResolver(config, hasOwn);
  return [
    ...(config.cluster.authentication === undefined ? [authenticationGroup(scheme)] : []),
    ...(rules === undefined ? [] : [authorizationGroup(scheme, rules)]),
  ];
}
