import { readFileSync } from "node:fs";
import { StrategicMergePatchError, strategicMergePatch, type JSONValue, type TypeSchema } from "@apimachinery/runtime";

/** A patch of an object, and the result or the error of Kubernetes. */
export interface Vector {
  readonly type: string;
  readonly original: JSONValue;
  readonly patch: JSONValue;
  readonly result?: JSONValue;
  readonly error?: string;
}

export const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as readonly Vector[];

/** Returns the result of this project's patch function for a vector, or the text of its error. */
export function outcome({ original, patch }: Vector, schema: TypeSchema): Pick<Vector, "result" | "error"> {
  try {
    return { result: strategicMergePatch(original, patch, schema) };
  } catch (error) {
    if (error instanceof StrategicMergePatchError) return { error: error.message };
    throw error;
  }
}

export function expected({ result, error }: Vector): Pick<Vector, "result" | "error"> {
  return error === undefined ? { ...(result === undefined ? {} : { result }) } : { error };
}
