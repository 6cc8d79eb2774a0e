import { mains, ServerProcess } from "./server-process.js";

export type PizzaServer = ServerProcess;

/** Starts the pizza server in a separate process. */
export const PizzaServer = {
  start: (...flags: readonly string[]): Promise<ServerProcess> => ServerProcess.start(mains.pizza, flags),
};
