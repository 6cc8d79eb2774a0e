import { decodeJSON, type Schema } from "@apimachinery/runtime";
import type { HorizontalPodAutoscalerBehavior } from "../types.js";
import { HorizontalPodAutoscalerBehaviorSchema } from "../zz_generated.schema.js";

/**
 * Returns the list that an annotation contains. Users can also write the annotation, so an invalid
 * list counts as absent.
 */
export function readAnnotation<T>(schema: Schema<T>, text: string | undefined): readonly T[] | undefined {
  return attempt(text, (json) => {
    const list: unknown = JSON.parse(json);
    if (!Array.isArray(list)) return undefined;
    return list.map((item) => decodeJSON(schema, JSON.stringify(item), "ignore").value);
  });
}

/**
 * Returns the text of an annotation with a behavior in the hub's type. In this text, Kubernetes
 * writes field names with a capital letter.
 */
export function writeBehavior(behavior: HorizontalPodAutoscalerBehavior): string {
  return JSON.stringify(renamed(behavior, (key) => key.charAt(0).toUpperCase() + key.slice(1)));
}

export function readBehavior(text: string | undefined): HorizontalPodAutoscalerBehavior | undefined {
  const behavior = attempt(text, (json) => {
    const value = renamed(JSON.parse(json), (key) => key.charAt(0).toLowerCase() + key.slice(1));
    return decodeJSON(HorizontalPodAutoscalerBehaviorSchema, JSON.stringify(value), "ignore").value;
  });
  return behavior === undefined || Object.keys(behavior).length === 0 ? undefined : behavior;
}

function attempt<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  if (text === undefined) return undefined;
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), renamed(inner, rename)]));
}
