import {
  createController,
  type Controller,
  type ControllerOptions,
  type ReconcileResult,
} from "@apimachinery/client/controller";
import type { APIObject } from "../../../client/rest/resource-type.js";
import { manual } from "./kitchen.js";

/** The object that most tests enqueue, and its key. */
export const request = { namespace: "bar", name: "foo" };
export const key = "bar/foo";

/** What a reconcile returns or throws. */
export type Outcome = ReconcileResult | Error | undefined;

/** Returns a controller without kinds, whose reconciles have the given outcomes in order. */
export function scripted(
  outcomes: readonly Outcome[],
  options: Partial<ControllerOptions<APIObject>> = {},
): { readonly controller: Controller; readonly reconciled: readonly string[] } {
  const reconciled: string[] = [];
  const controller = createController({
    name: "test",
    watches: [manual],
    reconcile: async ({ namespace, name }) => {
      reconciled.push(`${namespace}/${name}`);
      await Promise.resolve();
      const outcome = outcomes[reconciled.length - 1];
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    ...options,
  });
  return { controller, reconciled };
}
