/**
 * Formats a generated file. The path selects the parser; a prettier configuration of the user has
 * no effect.
 */
export type FormatFile = (text: string, path: string) => Promise<string>;

/** Style of every generated file, for both Prettier and oxfmt. */
const style = { printWidth: 120 } as const;

/**
 * Returns the formatter. oxfmt prints the same bytes as Prettier and is about thirty times faster.
 * oxfmt is an optional dependency with native code. If it cannot be loaded, Prettier is used.
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
    if (error !== undefined) throw new Error(`${path}: ${error.message}`);
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
   * Waits until another call of `format` may begin. Returns a promise that resolves at that time;
   * undefined if the call may begin immediately.
   */
  readonly mayBegin: () => Promise<void> | undefined;
}

/** Limits the number of concurrent calls of `format`. Await `mayBegin()` before each call. */
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
