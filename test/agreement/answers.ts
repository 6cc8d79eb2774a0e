import { MemoryStorage, newAPIGroup, type Storage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { answerOfDefinition, type CRDSchema } from "../../runtime/crd/index.js";
import type { TypeSchema } from "../../runtime/schema/schema.js";
import { errorText } from "../../runtime/field/index.js";
import { InProcessServer } from "../apiserver/harness.js";

/** A kind in both forms: the schema for a server, and that of the CRD for a cluster. */
export interface BothForms {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The path of its objects, after the group and the version. */
  readonly path: string;
  readonly schema: TypeSchema;
  readonly crd: CRDSchema;
  /** Only requests to the subresource write the status. */
  readonly separatesStatus: boolean;
}

/** The answer to a request: the stored object without kind and metadata, or the errors. */
export interface Answer {
  readonly stored?: unknown;
  /** Status code of a refusal. */
  readonly status?: number;
  readonly errors?: readonly string[];
}

/** The answers of a cluster and of a server to the same request. */
export interface Both {
  readonly cluster: Answer;
  readonly server: Answer;
}

/** A server of this project with all kinds of a group, besides the pizza API. */
export class Server {
  readonly #server: InProcessServer;
  #count = 0;

  constructor(group: string, version: string, addToScheme: (scheme: Scheme) => void, kinds: readonly string[]) {
    const groupOf = (storage: Storage) =>
      newAPIGroup(
        {
          install: addToScheme,
          kinds: Object.fromEntries(kinds.map((kind) => [kind, { allowUnconditionalUpdate: true }])),
          storageVersion: { group, version },
        },
        { scheme: new Scheme("agreement"), storage, keyPrefix: "/registry" },
      );
    this.#server = new InProcessServer({ storage: new MemoryStorage(), groups: [groupOf] });
  }

  /** Returns the answer to a create; with `old`, the answer to an update of this object. */
  async answer(
    { group, version, kind, path: below, separatesStatus }: BothForms,
    body: object,
    old?: object,
  ): Promise<Answer> {
    const name = `n${String(this.#count++)}`;
    const path = `/apis/${group}/${version}/${below}`;
    const named = (one: object) => ({ apiVersion: `${group}/${version}`, kind, metadata: { name }, ...one });
    const create = await this.#server.post(path, named(old ?? body));
    if (old !== undefined && create.status !== 201) throw new Error(create.text);
    const { resourceVersion } = create.json["metadata"] ?? {};
    const update = { ...named(body), metadata: { name, resourceVersion } };
    const { status, json, text } = old === undefined ? create : await this.#server.put(`${path}/${name}`, update);
    if (status >= 300) return { status, errors: [text] };
    return { stored: bodyOf(json, separatesStatus) };
  }
}

/** Returns an object without kind and metadata, and without a status that others write. */
export function bodyOf(object: object, separatesStatus: boolean): object {
  const names = ["apiVersion", "kind", "metadata", ...(separatesStatus ? ["status"] : [])];
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Returns the answer of a cluster with the CRD of a kind. */
export function clusterAnswer(
  { group, version, kind, crd, separatesStatus }: BothForms,
  body: object,
  old?: object,
): Answer {
  const named = (one: object) => ({ apiVersion: `${group}/${version}`, kind, metadata: { name: "n" }, ...one });
  const { object, errors } = answerOfDefinition(crd, named(body), old && named(old));
  if (errors.length > 0) return { status: 422, errors: errors.map(errorText) };
  return { stored: bodyOf(object as object, separatesStatus) };
}
