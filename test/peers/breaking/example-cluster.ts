import { expect } from "vitest";
import { parseAllDocuments } from "yaml";
import { credentials } from "../../bench/server/requests.js";
import { eventually } from "../../eventually.js";
import { KubeCluster } from "../cluster/kube-cluster.js";
import { JSONClient, type Answer } from "./json-client.js";

/** A CustomResourceDefinition, as far as examples need it. */
interface Definition {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly scope: "Namespaced" | "Cluster";
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

interface APIObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: object;
  readonly status?: object;
}

interface Example {
  readonly operation: string;
  readonly before: APIObject;
  readonly stored?: APIObject;
  readonly after: APIObject | { readonly error: string };
}

interface Change {
  readonly code: string;
  readonly kind: string;
  readonly path: string;
  readonly example?: Example;
}

const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * Returns the definitions in a text. Objects are not converted, because the webhooks of the project
 * do not run. The labels of a chart's file contain its variables.
 */
function definitionsOf(text: string): readonly Definition[] {
  return parseAllDocuments(text).flatMap((document) => {
    const { spec, metadata, ...rest } = (document.toJS() ?? {}) as Definition;
    if ((spec as Definition["spec"] | undefined) === undefined) return [];
    const named = { ...metadata, labels: undefined } as Definition["metadata"];
    return [{ ...rest, metadata: named, spec: { ...spec, conversion: { strategy: "None" } } }];
  });
}

/** kube-apiserver, which answers the examples of two releases of definitions. */
export class ExampleCluster {
  readonly #cluster: KubeCluster;
  readonly #client: JSONClient;

  private constructor(cluster: KubeCluster, client: JSONClient) {
    this.#cluster = cluster;
    this.#client = client;
  }

  static async start(): Promise<ExampleCluster> {
    const cluster = await KubeCluster.start();
    return new ExampleCluster(cluster, new JSONClient(cluster.url, credentials(await cluster.administrator())));
  }

  async remove(): Promise<void> {
    this.#client.close();
    await this.#cluster.remove();
  }

  /**
   * Sends each printed example to kube-apiserver with the old and with the new definitions, and
   * returns those that the old ones refuse, or to which the new ones have another answer.
   * @param texts the old and the new definitions as YAML
   * @param printed the output of `codegen breaking --crd --format json`
   */
  async wrongExamples([old = "", now = ""]: readonly string[], printed: string): Promise<readonly string[]> {
    const { changes } = JSON.parse(printed) as { readonly changes: readonly Change[] };
    const shown = changes.flatMap(({ example, ...change }) => (example === undefined ? [] : [{ ...change, example }]));
    const examples = shown.map(({ example }) => example);
    const oldAnswers = await this.#answersOf(definitionsOf(old), examples);
    const newAnswers = await this.#answersOf(definitionsOf(now), examples);
    const unanswered = newAnswers.filter((one) => one === undefined).length;
    expect(unanswered).toBeLessThanOrEqual(Math.max(1, shown.length / 20));
    return shown.flatMap(({ code, kind, path, example }, at) => {
      const [oldAnswer, newAnswer] = [oldAnswers[at], newAnswers[at]];
      const refused = oldAnswer === undefined || oldAnswer.code >= 300;
      // The new definitions refuse some stored objects for another change, too.
      if (!refused && newAnswer === undefined) return [];
      const difference = refused ? `the old one answers ${textOf(oldAnswer)}` : differenceOf(example, newAnswer);
      return difference === undefined ? [] : [`${code} ${kind} ${path}: ${difference} ${JSON.stringify(example)}`];
    });
  }

  async #answersOf(
    definitions: readonly Definition[],
    examples: readonly Example[],
  ): Promise<readonly (Answer | undefined)[]> {
    await this.#install(definitions);
    const answers = await Promise.all(examples.map((example, at) => this.#answer(definitions, example, at)));
    await this.#uninstall(definitions);
    return answers;
  }

  async #install(definitions: readonly Definition[]): Promise<void> {
    for (const definition of definitions) {
      const { code, body } = await this.#client.send("POST", crds, definition);
      expect(code, JSON.stringify(body)).toBe(201);
    }
    const lists = definitions.flatMap(({ spec: { group, names, versions } }) =>
      versions.flatMap(({ name, served }) => (served ? [`/apis/${group}/${name}/${names.plural}?limit=1`] : [])),
    );
    await eventually(async () => {
      for (const list of lists) if ((await this.#client.send("GET", list)).code !== 200) return false;
      return true;
    });
  }

  /** Deletes the definitions, and waits until they are gone: a new one must have no old status. */
  async #uninstall(definitions: readonly Definition[]): Promise<void> {
    for (const { metadata } of definitions) await this.#client.send("DELETE", `${crds}/${metadata.name}`);
    await eventually(async () => {
      const { body } = await this.#client.send("GET", crds);
      return (body["items"] as readonly unknown[]).length === 0;
    });
  }

  /**
   * Sends an example. A status is written by an update of the subresource. Returns undefined if the
   * object that is to be updated is refused already.
   */
  async #answer(definitions: readonly Definition[], example: Example, at: number): Promise<Answer | undefined> {
    const { operation, before, stored } = example;
    const path = pathOf(definitions, before);
    const name = `example-${String(at)}`;
    const named = (object: APIObject, more: object = {}): object => ({
      ...object,
      metadata: { ...object.metadata, name, ...more },
    });
    const created = await this.#client.send("POST", `${path}?fieldValidation=Strict`, named(stored ?? before));
    if (created.code >= 300 && stored !== undefined) return undefined;
    if (created.code >= 300 || operation === "create") {
      await this.#client.send("DELETE", `${path}/${name}`);
      return created;
    }
    const { resourceVersion } = created.body["metadata"] as { readonly resourceVersion: string };
    const ofStatus = before.status !== undefined && stored?.status === undefined ? "/status" : "";
    const url = `${path}/${name}${ofStatus}?fieldValidation=Strict`;
    const answer = await this.#client.send("PUT", url, named(before, { resourceVersion }));
    await this.#client.send("DELETE", `${path}/${name}`);
    return answer;
  }
}

function pathOf(definitions: readonly Definition[], { apiVersion, kind }: APIObject): string {
  const [group = ""] = apiVersion.split("/");
  const found = definitions.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  const namespace = found?.spec.scope === "Namespaced" ? "/namespaces/default" : "";
  return `/apis/${apiVersion}${namespace}/${found?.spec.names.plural ?? ""}`;
}

/** Returns what differs between the printed and the real answer; undefined if nothing does. */
function differenceOf({ after }: Example, answer: Answer | undefined): string | undefined {
  if (answer === undefined) return "no answer";
  const { code, body } = answer;
  if ("error" in after) {
    const [place = ""] = after.error.split(": ");
    return code >= 400 && code < 500 && String(body["message"]).includes(place) ? undefined : textOf(answer);
  }
  const [real, printed] = [body, after].map((one) => JSON.stringify(sorted({ ...one, metadata: undefined })));
  return code < 300 && real === printed ? undefined : textOf(answer);
}

function textOf(answer: Answer | undefined): string {
  const { code, body } = answer ?? { code: 0, body: {} };
  return `${String(code)} ${code < 300 ? JSON.stringify(body) : String(body["message"])}`.slice(0, 600);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}
