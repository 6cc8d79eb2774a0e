/**
 * Formats a generated file. The path selects the parser; a prettier configuration of the user has
 * no effect.
 */
export type FormatFile = (text: string, path: string) => Promise<string>;

/** Style of every generated file, for both Prettier and oxfmt. */
const style = { printWidth: 120 } as const;

/**
 * Returns a function that formats generated files. It uses oxfmt, which prints the same bytes as
 * Prettier and is about thirty times faster. oxfmt is an optional dependency with native code; if
 * it cannot be loaded, Prettier is used.
 */
export async function formatter(choice: "fastest" | "prettier" = "fastest"): Promise<FormatFile> {
  return (choice === "fastest" ? await oxfmt() : undefined) ?? prettier();
}

async function oxfmt(): Promise<FormatFile | undefined> {
  const module = await import("oxfmt").catch(() => undefined);
  if (module === undefined) return undefined;
  return async (text, path) => {
    const { code, errors } = await module.format(path, text, style);
    const [error] = errors;
    if (error !== undefined) throw new Error(error.message);
    return code;
  };
}

async function prettier(): Promise<FormatFile> {
  const { format } = await import("prettier");
  return (text, path) => format(text, { ...style, filepath: path });
}

export interface LimitedFormat {
  readonly format: FormatFile;
  /**
   * Returns undefined if another call of `format` may begin immediately; otherwise, returns a
   * promise that resolves when a running call ends.
   */
  readonly mayBegin: () => Promise<void> | undefined;
}

/**
 * Limits the number of concurrent calls of `format` to `most`. Callers await `mayBegin()` before
 * each call.
 */
export function limited(format: FormatFile, most: number): LimitedFormat {
  const running = new Set<Promise<void>>();
  return {
    mayBegin: () => (running.size < most ? undefined : Promise.race(running)),
    format(text, path) {
      const formatting = format(text, path);
      const end = (): void => void running.delete(ended);
      const ended: Promise<void> = formatting.then(end, end);
      running.add(ended);
      return formatting;
    },
  };
}
