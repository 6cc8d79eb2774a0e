import { isDeepStrictEqual } from "node:util";
import { deepCopyJSON } from "@apimachinery/runtime/codegen/v1";
import type { ObjectMeta } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import type { CompleteStrategy } from "./complete-strategy.js";
import type { StatusStrategy } from "./strategy.js";
import { fieldErrors, isUndefinedResult, strategyFunction, areStrings, type ResultCheck } from "./strategy-function.js";

type Open = APIObject & { [property: string]: unknown };

/**
 * Returns the strategy for writes of a kind with the status subresource, except writes of the
 * status. The strategy ignores changes of the status, and increments `metadata.generation` for
 * changes outside of the metadata.
 * @param zero returns the initial status
 */
export function withoutStatus(strategy: CompleteStrategy, zero: () => unknown): CompleteStrategy {
  return {
    ...strategy,
    separatesStatus: true,
    prepareForCreate: (context, object) => {
      setStatus(object, zero());
      object.metadata.generation = 1;
      strategy.prepareForCreate(context, object);
    },
    prepareForUpdate: (context, object, old) => {
      setStatus(object, statusOf(old));
      strategy.prepareForUpdate(context, object, old);
      if (!isDeepStrictEqual(desired(object), desired(old)))
        object.metadata.generation = (old.metadata.generation ?? 0) + 1;
    },
  };
}

/**
 * Returns the strategy for writes of the status, which keep all other fields.
 * @param kind name of the kind, for messages
 */
export function ofStatus(
  strategy: CompleteStrategy,
  status: StatusStrategy<APIObject> = {},
  kind: string,
): CompleteStrategy {
  const bound = <R>(name: string, fn: ((...args: Update) => R) | undefined, check: ResultCheck) =>
    fn && strategyFunction(`status.${name} of ${kind}`, fn, check);
  const prepareForUpdate = bound("prepareForUpdate", status.prepareForUpdate?.bind(status), isUndefinedResult);
  const none = () => [];
  return {
    ...strategy,
    allowCreateOnUpdate: false,
    resetFields: status.resetFields ?? {},
    prepareForUpdate: (context, object, old) => {
      keepAllButStatus(object, old);
      prepareForUpdate?.(context, object, old);
    },
    validateUpdate: bound("validateUpdate", status.validateUpdate?.bind(status), fieldErrors) ?? none,
    warningsOnUpdate: bound("warningsOnUpdate", status.warningsOnUpdate?.bind(status), areStrings) ?? none,
  };
}

type Update = Parameters<CompleteStrategy["validateUpdate"]>;

function statusOf(object: Readonly<APIObject>): unknown {
  return deepCopyJSON((object as Open)["status"]);
}

function setStatus(object: APIObject, status: unknown): void {
  if (status === undefined) delete (object as Open)["status"];
  else (object as Open)["status"] = status;
}

/** Returns the parts of an object except its metadata and its status, usually only its spec. */
function desired(object: Readonly<APIObject>): object {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== "metadata" && key !== "status"));
}

function keepAllButStatus(object: APIObject, old: Readonly<APIObject>): void {
  const given = object as Open;
  for (const key of Object.keys(given)) if (!isOwnOfUpdate(key)) Reflect.deleteProperty(given, key);
  for (const [key, value] of Object.entries(old)) if (!isOwnOfUpdate(key)) given[key] = deepCopyJSON(value);
  keepMetadata(object.metadata, old.metadata);
}

function isOwnOfUpdate(key: string): boolean {
  return key === "metadata" || key === "status";
}

/**
 * Metadata fields that a write of the status cannot change (Go: metav1.ResetObjectMetaForStatus).
 */
export const keptMetadata = [
  "deletionTimestamp",
  "generation",
  "selfLink",
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
] as const;

function keepMetadata(metadata: ObjectMeta, old: Readonly<ObjectMeta>): void {
  for (const key of keptMetadata) {
    Reflect.deleteProperty(metadata, key);
    if (old[key] !== undefined) Object.assign(metadata, { [key]: deepCopyJSON(old[key]) });
  }
}
