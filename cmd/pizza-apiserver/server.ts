import { GenericAPIServer, completeConfig, followCertificates, newConfig, serverURL, validateOptions, writeKubeconfig } from "@apimachinery/apiserver";
import type { Log, ServerOptions } from "@apimachinery/apiserver";
import { pizzaToppings } from "./admission/pizza-toppings.js";
import { ToppingNames } from "./admission/topping-names.js";
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
  const problems = validateOptions(options);
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  const config = await newConfig(options, { version, log });
  const group = restaurantGroup(config.storage, options.etcdPrefix);
  const toppings = new ToppingNames(group.toppings);
  const server = new GenericAPIServer(completeConfig(config, { admission: [pizzaToppings(toppings)] }));
  let unfollow: () => void = () => undefined;
  const stop = async () => {
    unfollow();
    await server.stop();
    await toppings.stop();
    await config.close();
  };
  try {
    server.installAPIGroup(group);
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
