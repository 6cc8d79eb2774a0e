import { GenericAPIServer, buildAdmission, completeConfig, followCertificates, newConfig, serverURL, standaloneAccess, validateOptions, writeKubeconfig } from "@apimachinery/apiserver";
import type { Config, Log, ServerOptions } from "@apimachinery/apiserver";
import { admissionPlugins } from "./admission/plugins.js";
import { restaurantGroup } from "./restaurant-group.js";
import { version } from "./version.js";

/** A server that serves, until it is stopped. */
export interface RunningServer {
  readonly url: string;
  /** Ends requests and watches, and closes the store. */
  readonly stop: () => Promise<void>;
}

/** Options that make no sense; one sentence each. */
export class InvalidOptionsError extends Error {
  override readonly name = "InvalidOptionsError";
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/** Options → validate → config → complete → server → serving. @throws InvalidOptionsError, and what can't be opened */
export async function startPizzaServer(options: ServerOptions, log: Log): Promise<RunningServer> {
  const problems = validateOptions(options, { admissionPlugins });
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  const config = await newConfig(options, { version, log });
  let server: GenericAPIServer | undefined;
  let unfollow: () => void = () => undefined;
  const stop = async () => {
    unfollow();
    await server?.stop();
    await config.close();
  };
  try {
    server = await newPizzaServer(config);
    const port = await server.start(config.listener);
    unfollow = followCertificates(config, server);
    await server.ready();
    await writeKubeconfig(options, config.serving, "pizza", port);
    return { url: serverURL(options, port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The server with its group and what judges pizzas, before it listens. @throws Error for what admission plugins can't be told */
async function newPizzaServer(config: Config): Promise<GenericAPIServer> {
  const { options, storage, log } = config;
  const group = restaurantGroup(storage, options.etcdPrefix);
  const { authorizers } = standaloneAccess(options.authorizationAlwaysAllowPaths);
  const { startInformers, informerSync, ...admission } = await buildAdmission({ options, plugins: admissionPlugins, scheme: group.scheme, authorizers, log: log.error });
  const server = new GenericAPIServer(completeConfig(config, admission));
  server.installAPIGroup(group);
  server.addPostStartHook("start-pizza-apiserver-informers", startInformers);
  server.addReadyzChecks(informerSync);
  return server;
}
