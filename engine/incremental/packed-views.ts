import { deserialize, serialize } from "node:v8";
import type { FilePlan } from "../plan/generator.js";

/**
 * The views of plans in serialised form. Views are the largest part of the stored results, and the
 * next run needs only the views of a few files.
 */
const packed = new WeakMap<FilePlan, Uint8Array>();

/** Replaces the view of each plan by its serialised bytes. */
export function packViews(plans: Iterable<FilePlan>): void {
  for (const plan of plans) {
    const bytes = packed.get(plan) ?? serialize(plan.view);
    packed.set(plan, bytes);
    Object.defineProperty(plan, "view", { value: bytes, enumerable: true, configurable: true });
  }
}

/** Replaces the bytes of each plan by its view, which is decoded when it is first read. */
export function unpackViews(plans: Iterable<FilePlan>): void {
  for (const plan of plans) {
    const bytes = packed.get(plan) ?? (plan.view as Uint8Array);
    packed.set(plan, bytes);
    let view: unknown;
    let isDecoded = false;
    Object.defineProperty(plan, "view", {
      get() {
        if (!isDecoded) view = deserialize(bytes);
        isDecoded = true;
        return view;
      },
      enumerable: true,
      configurable: true,
    });
  }
}
