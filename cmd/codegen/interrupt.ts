/**
 * Returns a promise that resolves at the first SIGINT, SIGTERM or SIGHUP. From this call on, these
 * signals no longer end the process.
 */
export function nextInterrupt(): Promise<"interrupted"> {
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve("interrupted");
    };
    // Ctrl-C in a terminal signals this process directly, and npm then forwards the same signal.
    // The handlers stay registered, so the repeated signal has no effect.
    process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
  });
}
