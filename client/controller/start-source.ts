import { anySignal } from "../rest/any-signal.js";
import { sleep } from "../rest/sleep.js";
import type { Source, SourceContext } from "./source.js";

/**
 * Starts a source. Waits until the source has requested a reconcile for every existing object, or
 * until the signal of the context is aborted.
 * @param controller name of the controller in messages
 * @param timeout maximum wait in milliseconds
 * @throws the error of the source, and Error after the timeout
 */
export async function startSource(
  source: Source,
  context: SourceContext,
  controller: string,
  timeout: number,
): Promise<void> {
  const hasStarted = new AbortController();
  const limit = sleep(timeout, anySignal([context.signal, hasStarted.signal])).then(() => {
    throw new Error(
      `the ${source.description} of the controller ${JSON.stringify(controller)} has not synced within ${timeout} ms; ` +
        `check that the server serves the kind, and that the user may list and watch it`,
    );
  });
  const start = async () => source.start(context);
  try {
    await Promise.race([start(), limit]);
  } catch (error) {
    if (!context.signal.aborted) throw error;
  } finally {
    hasStarted.abort();
  }
}
