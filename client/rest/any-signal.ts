const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * Returns a signal that is aborted when one of the given signals is aborted.
 *
 * The result keeps the given signals in memory. In Node 20, the result of `AbortSignal.any` does
 * not keep them: a signal of `AbortSignal.timeout` can be garbage-collected before it is aborted,
 * and then never aborts the result.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  // oxlint-disable-next-line no-restricted-properties -- the map below keeps the signals in memory
  const signal = AbortSignal.any([...signals]);
  sources.set(signal, signals);
  return signal;
}
