import { groupVersionString, type ObjectMeta, type OwnerReference } from "@apimachinery/runtime";
import type { DeepReadonly } from "../cache/deep-readonly.js";
import type { APIObject } from "../rest/resource-type.js";
import { anyTypeOf, type AnyKind } from "./kinds.js";

/**
 * Returns an owner reference with `controller: true` for an owner (Go: metav1.NewControllerRef). An
 * object can have only one such reference.
 * @throws Error for an owner that no server has stored
 */
export function controllerReference(owner: DeepReadonly<APIObject>, kind: AnyKind): Required<OwnerReference> {
  const { name = "", uid = "" } = owner.metadata;
  const type = anyTypeOf(kind);
  if (uid === "") throw new Error(`the ${type.kind.kind} ${JSON.stringify(name)} has no uid: create it first`);
  return {
    apiVersion: groupVersionString(type.kind),
    kind: type.kind.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

interface WithFinalizers {
  readonly metadata: Pick<ObjectMeta, "finalizers">;
}

/**
 * Adds a finalizer to an object (Go: controllerutil.AddFinalizer). Mutates the object.
 * @returns false if the object has the finalizer already
 */
export function addFinalizer({ metadata }: WithFinalizers, finalizer: string): boolean {
  const { finalizers = [] } = metadata;
  if (finalizers.includes(finalizer)) return false;
  metadata.finalizers = [...finalizers, finalizer];
  return true;
}

/**
 * Removes a finalizer from an object (Go: controllerutil.RemoveFinalizer). Mutates the object.
 * @returns false if the object does not have the finalizer
 */
export function removeFinalizer({ metadata }: WithFinalizers, finalizer: string): boolean {
  const { finalizers = [] } = metadata;
  const others = finalizers.filter((each) => each !== finalizer);
  metadata.finalizers = others;
  return others.length < finalizers.length;
}
