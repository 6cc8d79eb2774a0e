/** Writes an unexpected error to the log of the server. */
export type Logger = (message: string, error?: unknown) => void;
