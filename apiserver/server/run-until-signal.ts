/** A server that serves, until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/**
 * The first SIGTERM or SIGINT stops in order and ends the process with 0, the second ends it at
 * once with 1.
 */
export function stopOnSignal(server: Stoppable, onError: (error: unknown) => void): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        onError(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
}
