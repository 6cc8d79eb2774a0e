import { Scheme } from "@apimachinery/runtime";
import {
  newAPIGroup,
  type APIGroupInfo,
  type APIObject,
  type GroupDefinition,
  type GroupPlace,
  type RequestContext,
  type Storage,
  type Store,
  type Strategy,
} from "@apimachinery/apiserver";
import { administrator } from "../harness.js";
import { carKind, CarListSchema, groupVersion, paintKind, radioOptionsKind, washKind, type Car } from "./types.js";

export function install(scheme: Scheme): void {
  for (const version of ["__internal", "v1"])
    scheme.addKnownTypes(
      { group: groupVersion.group, version },
      carKind,
      { schema: CarListSchema },
      washKind,
      paintKind,
      radioOptionsKind,
    );
}

/** Definition of the group with a strategy for cars. */
export function garageDefinition(strategy: Strategy<Car> = {}): GroupDefinition {
  return { install, storageVersion: groupVersion, kinds: { Car: strategy } };
}

export function garageGroup(
  storage: Storage,
  strategy: Strategy<Car> = {},
  place: Partial<GroupPlace> = {},
): APIGroupInfo {
  return newAPIGroup(garageDefinition(strategy), {
    scheme: new Scheme("garage"),
    storage,
    keyPrefix: "/registry/garage",
    ...place,
  });
}

/** Returns the store of cars. Tests use it in the same way as Go's tests use registry.Store. */
export function carStore(storage: Storage, strategy: Strategy<Car> = {}, place: Partial<GroupPlace> = {}): Store {
  const store = garageGroup(storage, strategy, place).versions["v1"]?.["cars"]?.store;
  if (store === undefined) throw new Error("no store of cars");
  return store;
}

export const context = (isDryRun = false): RequestContext => ({
  namespace: "default",
  user: administrator,
  isDryRun,
  warn: () => undefined,
});

export const admit = () => Promise.resolve();

/** Returns a car in the hub version. */
export function hubCar(name: string, metadata: object = {}, spec: object = {}): APIObject {
  return {
    kind: "Car",
    apiVersion: "garage.example.com/__internal",
    metadata: { name, namespace: "default", ...metadata },
    spec: { colour: "red", ...spec },
  } as APIObject;
}
