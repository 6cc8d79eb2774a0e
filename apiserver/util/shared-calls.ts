/** Returns a function that makes a call, or waits for the call with the same key in progress. */
export function sharedCalls<T>(): (key: string, call: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, call) => {
    let promise = running.get(key);
    if (promise === undefined) {
      promise = call().finally(() => running.delete(key));
      running.set(key, promise);
    }
    return promise;
  };
}
