import { GenericAPIServer, completeConfig, serverURL, validateOptions, versionInfo, writeKubeconfig } from "@apimachinery/apiserver";
import type { Logger, ServerOptions } from "@apimachinery/apiserver";
import { pizzaToppings } from "./admission/pizza-toppings.js";
import { ToppingNames } from "./admission/topping-names.js";
import { restaurantGroup } from "./restaurant-group.js";

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

/** Options → validate → complete → config → server → serving. @throws InvalidOptionsError, and what can't be opened */
export async function startPizzaServer(options: ServerOptions, log: Logger): Promise<RunningServer> {
  const problems = validateOptions(options);
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  const config = await completeConfig(options, { admission: [], version: versionInfo("1", "0", "v1.0.0"), log });
  const group = restaurantGroup(config.storage, options.etcdPrefix);
  const toppings = new ToppingNames(group.toppings);
  const server = new GenericAPIServer({ ...config.server, admission: [pizzaToppings(toppings)] });
  const stop = async () => {
    await server.stop();
    await toppings.stop();
    await config.close();
  };
  try {
    server.installAPIGroup(group);
    const port = await server.start(config.serving.listener);
    await writeKubeconfig(options, config.serving, "pizza", port);
    return { url: serverURL(options, port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
