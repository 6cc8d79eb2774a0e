#!/usr/bin/env node
import { parseOptions } from "./options.js";
import { startPizzaServer } from "./server.js";
import { welcome } from "./welcome.js";

const { options, exitCode } = parseOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
process.exitCode = exitCode;
if (options !== undefined) {
  try {
    const server = await startPizzaServer(options, (message, error) => {
      console.error(message, error ?? "");
    });
    console.log(`serving on ${server.url}`);
    if (options.writeKubeconfig !== "") console.log(welcome({ kubeconfig: options.writeKubeconfig, dataDir: options.storageBackend === "memory" ? undefined : options.dataDir }));
    stopOnSignal(server.stop);
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** The first signal stops in order, the second at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
}
