/** A server that can be stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Stops a server at the first SIGTERM or SIGINT, and exits with 0, or with 1 after an error. The
 * second signal exits immediately with 1.
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
