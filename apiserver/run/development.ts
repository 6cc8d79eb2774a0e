/**
 * A message from the server to `codegen dev`, which runs the server as a child process. The message
 * `serving` contains the port, and the lines that `codegen dev` prints if they have changed.
 */
export type DevelopmentMessage =
  | { readonly type: "serving"; readonly port: number; readonly nextSteps: string }
  | { readonly type: "portTaken"; readonly host: string; readonly port: number };

/**
 * Returns the function that sends messages to `codegen dev`. Returns undefined if another program
 * has started this process.
 */
export function developmentChannel(): ((message: DevelopmentMessage) => void) | undefined {
  const isDevelopment = process.env["APIMACHINERY_DEV"] === "1" && process.send !== undefined;
  return isDevelopment ? (message) => process.send?.(message) : undefined;
}

/** Reports whether a server did not start because another program listens on its port. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === "EADDRINUSE";
}
