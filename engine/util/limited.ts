import type { Format } from "../format.js";

export interface LimitedFormat {
  readonly format: Format;
  /**
   * Returns a promise that resolves when another call of `format` may begin; undefined if it may
   * begin immediately.
   */
  readonly mayBegin: () => Promise<void> | undefined;
}

/** Limits the number of concurrent calls of `format`. Await `mayBegin()` before each call. */
export function limited(format: Format, most: number): LimitedFormat {
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
