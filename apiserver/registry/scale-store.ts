import { field, findByPath, type ManagedFieldsEntry, type ScalePaths } from "@apimachinery/runtime";
import { deepCopyJSON } from "@apimachinery/runtime/codegen/v1";
import type { ScaleHandler } from "@apimachinery/runtime/managedfields";
import { newInvalid, newNotFound } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import type { ObjectStore, CheckWrite } from "./object-store.js";
import { scaleKind, type Scale } from "./scale.js";
import type { Store } from "./store.js";
import { identityOf, requireUID } from "./subresource-store.js";

/** Settings of the scale subresource of a resource. */
export interface ScaleConfig {
  readonly store: Store;
  readonly paths: ScalePaths;
  /**
   * Converts an object from the hub version to the version whose scale marker declares `paths`. The
   * result can share parts with the argument.
   */
  readonly toVersion: (object: APIObject) => APIObject;
  readonly toHub: (object: APIObject) => APIObject;
  /** Returns a converter between the managedFields of an object and those of its Scale. */
  readonly managersOf: (object: APIObject) => ScaleHandler;
}

/**
 * Returns a store that reads and writes objects of a resource as Scales. A write changes only the
 * desired number of replicas.
 */
export function scaleStore(config: ScaleConfig): ObjectStore {
  const { store } = config;
  return {
    get: async (namespace, name, resourceVersion) => scaleOf(config, await store.get(namespace, name, resourceVersion)),
    update: async (context, name, updated, validate) => {
      const { object, isNew } = await store.update(
        context,
        name,
        async (current) => {
          if (current === undefined) throw newNotFound(store.resource, name);
          const managers = config.managersOf(current);
          const scale = (await updated(withManagers(scaleOf(config, current), managers.toSubresource()))) as Scale;
          check(config, scale, current);
          return withManagers(scaled(config, current, scale), managers.toParent(scale.metadata.managedFields ?? []));
        },
        onScales(config, validate),
      );
      return { object: scaleOf(config, object), isNew };
    },
  };
}

/**
 * Returns an admission function that converts whole objects to Scales and passes the Scales to
 * `validate`, because admission must see the kind that the client has sent.
 */
function onScales(config: ScaleConfig, validate: CheckWrite): CheckWrite {
  const shown = (object: APIObject | undefined) => (object === undefined ? undefined : scaleOf(config, object));
  return (object, old) => validate(shown(object), shown(old));
}

/** Sets the managedFields of an object, in place, and returns the object. */
function withManagers<T extends APIObject>(object: T, managedFields: ManagedFieldsEntry[] | undefined): T {
  if (managedFields === undefined) delete object.metadata.managedFields;
  else object.metadata.managedFields = managedFields;
  return object;
}

function scaleOf({ paths, toVersion }: ScaleConfig, object: APIObject): Scale {
  const versioned = toVersion(object);
  const selector =
    paths.labelSelectorPath === undefined ? undefined : findByPath(versioned, paths.labelSelectorPath)[0];
  return {
    ...scaleKind,
    metadata: identityOf(object),
    spec: { replicas: replicasAt(versioned, paths.specReplicasPath) },
    status: {
      replicas: replicasAt(versioned, paths.statusReplicasPath),
      ...(typeof selector === "string" && selector !== "" ? { selector } : {}),
    },
  };
}

/** Returns the number of replicas at a path of the object; 0 if absent. */
function replicasAt(object: APIObject, path: readonly string[]): number {
  const [replicas] = findByPath(object, path);
  return typeof replicas === "number" ? replicas : 0;
}

/**
 * Checks the Scale of a request.
 * @throws StatusError 422 for a negative number of replicas, 409 for the uid of another object
 */
function check({ store }: ScaleConfig, { spec, metadata }: Scale, current: APIObject): void {
  const name = current.metadata.name ?? "";
  if (spec.replicas < 0) {
    const at = field.newPath("spec").child("replicas");
    throw newInvalid({ group: "autoscaling", name: "Scale" }, name, [
      field.invalid(at, spec.replicas, "must be greater than or equal to 0"),
    ]);
  }
  requireUID(store.resource, name, metadata, current);
}

/** Returns a copy of an object with the number of replicas and the resourceVersion of a Scale. */
function scaled({ paths, toVersion, toHub }: ScaleConfig, current: APIObject, { spec, metadata }: Scale): APIObject {
  const versioned = deepCopyJSON(toVersion(current));
  setAt(versioned, paths.specReplicasPath, spec.replicas);
  const object = toHub(versioned);
  const { resourceVersion } = metadata;
  if (resourceVersion !== undefined && resourceVersion !== "") object.metadata.resourceVersion = resourceVersion;
  return object;
}

function setAt(object: object, path: readonly string[], value: number): void {
  const [key = "", ...rest] = path;
  const record = object as { [property: string]: unknown };
  if (rest.length === 0) record[key] = value;
  else {
    const child = record[key];
    const next = typeof child === "object" && child !== null ? child : {};
    record[key] = next;
    setAt(next, rest, value);
  }
}
