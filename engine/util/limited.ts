import type { Format } from "../format.js";

export interface LimitedFormat {
  readonly format: Format;
  /** What to wait for before the next one. */
  readonly mayBegin: () => Promise<void> | undefined;
}

/** Lets so many texts be worked on at once, where the caller asks before each. */
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
