import { MemoryStorage, newAPIGroup, type Storage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { answerOf } from "../../runtime/crd/index.js";
import { errorText } from "../../runtime/field/index.js";
import { InProcessServer } from "../apiserver/harness.js";
import type { BothForms } from "./generated-types.js";
import { group, version } from "./small-types.js";

/** The answer to a request: the stored object without metadata, or the errors. */
export interface Answer {
  readonly stored?: unknown;
  /** Status code of a refusal. */
  readonly status?: number;
  readonly errors?: readonly string[];
}

/** A server of this project with all kinds. */
export class Server {
  readonly #server: InProcessServer;
  #count = 0;

  constructor(addToScheme: (scheme: Scheme) => void, kinds: readonly string[]) {
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
  async answer({ kind, plural }: BothForms, body: object, old?: object): Promise<Answer> {
    const name = `n${String(this.#count++)}`;
    const path = `/apis/${group}/${version}/namespaces/default/${plural}`;
    const named = (one: object) => ({ apiVersion: `${group}/${version}`, kind, metadata: { name }, ...one });
    const create = await this.#server.post(path, named(old ?? body));
    if (old !== undefined && create.status !== 201) throw new Error(create.text);
    const { status, json, text } = old === undefined ? create : await this.#server.put(`${path}/${name}`, named(body));
    if (status >= 300) return { status, errors: [text] };
    const { spec, status: state } = json;
    return { stored: { ...(spec !== undefined && { spec }), ...(state !== undefined && { status: state }) } };
  }
}

/** Returns the answer of a cluster with the CRD of a kind. */
export function clusterAnswer({ kind, crd }: BothForms, body: object, old?: object): Answer {
  const named = (one: object) => ({ apiVersion: `${group}/${version}`, kind, metadata: { name: "n" }, ...one });
  const { object, errors } = answerOf(crd, named(body), old && named(old));
  if (errors.length > 0) return { status: 422, errors: errors.map(errorText) };
  const { spec, status } = object as { readonly spec?: unknown; readonly status?: unknown };
  return { stored: { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) } };
}
