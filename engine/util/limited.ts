import type { Format } from "../base/format.js";

export interface LimitedFormat {
  readonly format: Format;
  /**
   * Waits until another call of `format` may begin. Returns a promise that resolves at that time;
   * undefined if the call may begin immediately.
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
