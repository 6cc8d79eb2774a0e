import { textOf, type Json } from "../../apiserver/harness.js";
import type { APIClient, APIResponse } from "../../apiserver/process/api-client.js";

const group = "restaurant.programming-kubernetes.info";

/** The two kinds of objects, by the first letter of their names. */
const collections = { p: "namespaces/default/pizzas", t: "toppings" } as const;

/** Returns the path of the objects of a kind in a version. */
export function collection(version: string, kind: keyof typeof collections): string {
  return `/apis/${group}/${version}/${collections[kind]}`;
}

/** Writes to one object, by their numbers. */
interface Written {
  /** The last write that the server has acknowledged. */
  readonly acknowledged: number;
  /** The last write that was sent. */
  readonly sent: number;
}

/**
 * Clients that write in several versions, by updates and by applies, until the server is killed.
 * Each object has one writer, so that its writes have an order.
 */
export class VersionWriters {
  readonly #written = new Map<string, Written>();
  #acknowledged = 0;

  /** Number of all acknowledged writes. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Writes until the connections break. */
  async run(connect: () => APIClient, versions: readonly string[]): Promise<void> {
    const clients = Array.from({ length: 2 }, connect);
    const names = Array.from({ length: 8 }, (_, index) => `${index % 2 === 0 ? "p" : "t"}${String(index)}`);
    await Promise.all(
      names.map((name, index) => this.#write(clients[index % clients.length] ?? connect(), name, versions)),
    );
    for (const client of clients) client.close();
  }

  async #write(client: APIClient, writer: string, versions: readonly string[]): Promise<void> {
    try {
      for (let turn = 0; ; turn++) {
        const version = versions[turn % versions.length] ?? "";
        const isApply = turn % 3 === 2;
        // An object is updated or applied, never both, so that its appliers have no conflicts.
        await this.#writeOnce(client, `${writer}-${isApply ? "applied" : String(turn % 5)}`, version, isApply);
      }
    } catch (error) {
      // The server was killed before it responded. The write may or may not be stored.
      if (error instanceof UnexpectedResponse) throw error;
    }
  }

  async #writeOnce(client: APIClient, name: string, version: string, isApply: boolean): Promise<void> {
    const { acknowledged = 0, sent = 0 } = this.#written.get(name) ?? {};
    const number = sent + 1;
    this.#written.set(name, { acknowledged, sent: number });
    const response = await (isApply ? applied : updated)(client, name, version, number);
    // The object was rewritten between the read and the write.
    if (response.status === 409) return;
    if (response.status !== 200 && response.status !== 201)
      throw new UnexpectedResponse(`${name}: ${String(response.status)} ${JSON.stringify(response.json)}`);
    this.#acknowledged++;
    this.#written.set(name, { acknowledged: number, sent: number });
  }

  /**
   * Returns a function that returns the faults of objects of v1beta1 that are read afterwards: lost
   * writes, and objects that are not what a write made them.
   */
  checker(): (items: readonly Json[]) => readonly string[] {
    const before = new Map(this.#written);
    return (items) => {
      const found = new Map(items.map((item) => [textOf(item["metadata"]?.["name"]), item]));
      return [...before].flatMap(([name, { acknowledged }]) => this.#faultsOf(name, acknowledged, found.get(name)));
    };
  }

  #faultsOf(name: string, acknowledged: number, item: Json | undefined): readonly string[] {
    if (item === undefined) return acknowledged > 0 ? [`${name} is gone after write ${String(acknowledged)}`] : [];
    const { sent = 0 } = this.#written.get(name) ?? {};
    const number = Number(textOf(item["metadata"]?.["annotations"]?.["number"]));
    const spec = JSON.stringify(item["spec"]);
    return [
      ...(number < acknowledged || number > sent
        ? [`${name} has write ${String(number)} of ${String(acknowledged)} to ${String(sent)}`]
        : []),
      ...(spec === JSON.stringify(specOf(name, "v1beta1", number))
        ? []
        : [`${name} has the spec ${spec} after write ${String(number)}`]),
    ];
  }
}

class UnexpectedResponse extends Error {}

async function updated(client: APIClient, name: string, version: string, number: number): Promise<APIResponse> {
  const path = collection(version, kindOf(name));
  const current = await client.send("GET", `${path}/${name}`);
  const { resourceVersion } = current.status === 200 ? (current.json["metadata"] ?? {}) : {};
  const object = objectOf(name, version, number);
  const next = { ...object, metadata: { ...object.metadata, ...(resourceVersion && { resourceVersion }) } };
  return current.status === 404 ? client.send("POST", path, next) : client.send("PUT", `${path}/${name}`, next);
}

function applied(client: APIClient, name: string, version: string, number: number): Promise<APIResponse> {
  const path = `${collection(version, kindOf(name))}/${name}?fieldManager=chef&force=true`;
  return client.send("PATCH", path, objectOf(name, version, number), {
    "content-type": "application/apply-patch+yaml",
  });
}

function kindOf(name: string): keyof typeof collections {
  return name.startsWith("p") ? "p" : "t";
}

function objectOf(name: string, version: string, number: number) {
  return {
    apiVersion: `${group}/${version}`,
    kind: kindOf(name) === "p" ? "Pizza" : "Topping",
    metadata: { name, annotations: { number: String(number) } },
    spec: specOf(name, version, number),
  };
}

/** The number of a write decides the spec. */
function specOf(name: string, version: string, number: number): object {
  if (kindOf(name) === "t") return { cost: number };
  const quantity = 1 + (number % 4);
  const salami =
    version === "v1beta1" ? [{ name: "salami", quantity }] : Array.from({ length: quantity }, () => "salami");
  return { toppings: [...salami, ...(version === "v1beta1" ? [{ name: "basil", quantity: 1 }] : ["basil"])] };
}
