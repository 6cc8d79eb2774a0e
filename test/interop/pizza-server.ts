import { mains, ServerProcess } from "./server-process.js";

export type PizzaServer = ServerProcess;

/** The pizza server in a process of its own. */
export const PizzaServer = {
  start: (...flags: readonly string[]): Promise<ServerProcess> => ServerProcess.start(mains.pizza, flags),
};
