import type { KindDefinition } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import { onlyRemovesFinalizers } from "./only-removes-finalizers.js";
import type { AdmissionPlugin, Attributes, Operation } from "./plugin.js";

/**
 * Admission hooks for the objects of one kind. The server passes the objects in the hub version. T
 * follows from the kind that is passed to `admissionFor`.
 */
export interface KindAdmission<T extends APIObject> {
  readonly name: string;
  /** Operations for which the server calls `admit` and `validate`. Default: creates and updates. */
  readonly operations?: readonly ("CREATE" | "UPDATE")[];
  /**
   * Subresources for whose writes the server calls `admit` and `validate`: `status`, or an empty
   * string for the object itself. Default: only the object itself.
   */
  readonly subresources?: readonly ("" | "status")[];
  /**
   * Changes the object in place, or refuses the request.
   * @param old stored object; undefined for a create
   * @throws StatusError to refuse the request
   */
  admit?(attributes: Attributes, object: T, old: Readonly<T> | undefined): Promise<void> | void;
  /**
   * Checks an object before it is stored.
   * @param old stored object; undefined for a create
   * @throws StatusError to refuse the request
   */
  validate?(attributes: Attributes, object: Readonly<T>, old: Readonly<T> | undefined): Promise<void> | void;
  /**
   * Checks whether an object may be deleted.
   * @throws StatusError if the object must not be deleted
   */
  validateDelete?(attributes: Attributes, old: Readonly<T>): Promise<void> | void;
}

/**
 * Returns an admission plugin for one kind. The server calls the hooks only for objects of this
 * kind, so the hooks need no type casts. It calls them only for the operations and subresources in
 * `given`. It does not call them for an update that only removes finalizers from an object that is
 * being deleted, so that every deletion can complete.
 * @param kind kind in the hub version, such as `Kinds.Pizza` from the hub's
 * zz_generated.register.ts. The server refuses a plugin for another version, because plugins get
 * objects in the hub version.
 * @throws Error for a schema without a kind
 */
export function admissionFor<T extends APIObject>(kind: KindDefinition<T>, given: KindAdmission<T>): AdmissionPlugin {
  const gvk = "gvk" in kind.schema ? kind.schema.gvk : undefined;
  if (gvk === undefined)
    throw new Error(
      `the plugin ${given.name} is for ${kind.schema.name}, which is not a kind: pass one of Kinds from zz_generated.register.ts`,
    );
  const { name, operations = ["CREATE", "UPDATE"], subresources = [""] } = given;
  const isMeant = (attributes: Attributes) =>
    attributes.kind.group === gvk.group &&
    attributes.kind.kind === gvk.kind &&
    subresources.some((one) => one === attributes.subresource) &&
    !onlyRemovesFinalizers(attributes);
  const handled: readonly Operation[] = [
    ...operations,
    ...(given.validateDelete === undefined ? [] : ["DELETE" as const]),
  ];
  // The type assertions are correct, because `isMeant` is checked before the hooks are called.
  const written = (attributes: Attributes) => ({
    object: attributes.object as T | undefined,
    old: attributes.oldObject as T | undefined,
  });
  return {
    name,
    kind: gvk,
    handles: (operation) => handled.includes(operation),
    admit: async (attributes) => {
      const { object, old } = written(attributes);
      if (isMeant(attributes) && object !== undefined) await given.admit?.(attributes, object, old);
    },
    validate: async (attributes) => {
      const { object, old } = written(attributes);
      if (!isMeant(attributes)) return;
      if (object !== undefined) await given.validate?.(attributes, object, old);
      else if (old !== undefined) await given.validateDelete?.(attributes, old);
    },
  };
}
