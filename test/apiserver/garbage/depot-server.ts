import {
  eventGroup,
  GenericAPIServer,
  MemoryStorage,
  versionInfo,
  type AnyGroupDefinition,
  type GroupDefinition,
  type Storage,
} from "@apimachinery/apiserver";
import {
  isNotFound,
  untypedResource,
  type APIObject,
  type DeleteOptions,
  type ResourceClient,
} from "@apimachinery/client";
import {
  Scheme,
  type KindDefinition,
  type ListMeta,
  type ObjectMeta,
  type OwnerReference,
  type Schema,
  type TypeMeta,
} from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";
import type { GarbageCollector } from "../../../apiserver/garbage/garbage-collector.js";
import { startGarbageCollector } from "../../../apiserver/garbage/start-garbage-collector.js";
import { newAPIGroups } from "../../../apiserver/server/api-groups.js";
import { Loopback } from "../../../apiserver/server/loopback.js";
import { eventually } from "../../eventually.js";

interface Part extends TypeMeta {
  metadata: ObjectMeta;
}

interface PartList extends TypeMeta {
  metadata: ListMeta;
  items: Part[];
}

const typeMeta = { kind: { type: "string" }, apiVersion: { type: "string" } } as const;

function kindOf(kind: string, resource: string, scope?: "Cluster"): readonly KindDefinition<Part | PartList>[] {
  const schema: Schema<Part> = {
    name: `v1.${kind}`,
    fields: { ...typeMeta, metadata: { type: "ref", to: () => ObjectMetaSchema } },
  };
  const list: Schema<PartList> = {
    name: `v1.${kind}List`,
    fields: {
      ...typeMeta,
      metadata: { type: "ref", to: () => ListMetaSchema },
      items: { type: "list", items: { type: "ref", to: () => schema } },
    },
  };
  return [{ schema, resource, ...(scope === undefined ? {} : { scope }) }, { schema: list }];
}

const group = "depot.example.com";
const resources = { Car: "cars", Wheel: "wheels", Depot: "depots", Event: "events" } as const;
export type Kind = keyof typeof resources;

/** Namespaced cars and wheels, and cluster-scoped depots, in two versions. */
const depotGroup: GroupDefinition = {
  install: (scheme) => {
    const kinds = [...kindOf("Car", "cars"), ...kindOf("Wheel", "wheels"), ...kindOf("Depot", "depots", "Cluster")];
    for (const version of ["__internal", "v1", "v1beta1"]) scheme.addKnownTypes({ group, version }, ...kinds);
  },
  storageVersion: { group, version: "v1" },
  kinds: { Car: {}, Wheel: {}, Depot: {} },
};

export interface Given {
  readonly namespace?: string;
  readonly owners?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
}

/** A server in this process with a garbage collector that a test starts. */
export class DepotServer {
  readonly logged: string[] = [];
  readonly collector: GarbageCollector;
  readonly #server: GenericAPIServer;
  readonly #loopback = new Loopback();
  readonly #stop = new AbortController();
  /** Messages of the collector that are no errors, with their details. */
  readonly messages: string[] = [];
  readonly #info = (_level: number, message: string, fields: object = {}) => {
    this.messages.push(`${message} ${JSON.stringify(fields)}`);
  };

  constructor(
    storage: Storage = new MemoryStorage(),
    groups: readonly AnyGroupDefinition[] = [depotGroup, eventGroup],
  ) {
    const log = (message: string, error?: unknown) => {
      this.logged.push(`${message}: ${String(error)}`);
    };
    const infos = newAPIGroups(groups, {
      scheme: new Scheme("depot"),
      storage,
      keyPrefix: "/registry",
      enableGarbageCollection: true,
    });
    this.#server = new GenericAPIServer({
      storage,
      admission: [],
      authenticators: [],
      authorizers: [() => "allow"],
      loopback: this.#loopback,
      version: versionInfo("1", "0", "v1.0.0"),
      externalHost: "localhost",
      log,
    });
    for (const info of infos) this.#server.installAPIGroup(info);
    this.#server.handler();
    const { client } = this.#loopback;
    const server = { serves: this.#server.serves.bind(this.#server), addPostStartHook: () => undefined };
    this.collector = startGarbageCollector({ server, infos, client, log: { error: log, info: this.#info } });
  }

  /** Starts the collector. */
  collect(): void {
    void this.collector.run(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#server.stop();
  }

  of(kind: Kind, namespace = "default"): ResourceClient<APIObject> {
    const version = kind === "Event" ? { group: "events.k8s.io", version: "v1" } : { group, version: "v1" };
    const type = untypedResource({ ...version, kind }, resources[kind]);
    return this.#loopback.client.resourceOf(type).namespace(kind === "Depot" ? "" : namespace);
  }

  /** Creates an object, and returns it. */
  create(kind: Kind, name: string, { namespace = "default", owners, finalizers }: Given = {}): Promise<APIObject> {
    const metadata = {
      name,
      ...(owners === undefined ? {} : { ownerReferences: [...owners] }),
      ...(finalizers === undefined ? {} : { finalizers: [...finalizers] }),
    };
    return this.of(kind, namespace).create({ apiVersion: `${group}/v1`, kind, metadata });
  }

  /** Returns an object; undefined if it does not exist. */
  async find(kind: Kind, name: string, namespace = "default"): Promise<APIObject | undefined> {
    try {
      return await this.of(kind, namespace).get(name);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return undefined;
    }
  }

  async delete(kind: Kind, name: string, options: DeleteOptions = {}, namespace = "default"): Promise<void> {
    await this.of(kind, namespace).delete(name, options);
  }

  /** Waits until an object does not exist. */
  async gone(kind: Kind, name: string, namespace = "default"): Promise<void> {
    await eventually(
      async () => (await this.find(kind, name, namespace)) === undefined,
      () => this.logged,
    );
  }

  /**
   * Waits until the collector has checked everything that it knows: it deletes an object that was
   * created last, twice.
   */
  async settled(): Promise<void> {
    const absent = ownerOf({ apiVersion: `${group}/v1`, kind: "Car", metadata: { name: "absent", uid: "absent" } });
    for (const name of ["canary-1", "canary-2"]) {
      await this.create("Wheel", name, { namespace: "canaries", owners: [absent] });
      await this.gone("Wheel", name, "canaries");
    }
  }

  /** Returns the names of all objects of a kind. */
  async names(kind: Kind, namespace = "default"): Promise<readonly string[]> {
    return (await this.of(kind, namespace).list()).items.map(({ metadata }) => metadata.name ?? "");
  }
}

/** Returns a reference to an owner. */
export function ownerOf(
  { apiVersion, kind, metadata: { name = "", uid = "" } }: APIObject,
  own: Partial<OwnerReference> = {},
): OwnerReference {
  return { apiVersion, kind, name, uid, ...own };
}

export const blocking = { blockOwnerDeletion: true };
