/**
 * Returns an abort signal that the process signals SIGTERM and SIGINT abort. A second process
 * signal exits the program with code 1 (Go: SetupSignalHandler).
 */
export function terminationSignal(): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort(new Error("the program was asked to end"));
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  return stop.signal;
}
