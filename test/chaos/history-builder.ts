import type { History, HistoryRecord, Operation, Request, Sighting, WatchedEvent } from "./history.js";

/** Makes histories by hand, for the tests of the checker. Each call takes the next positions. */
export class HistoryBuilder {
  readonly #records: HistoryRecord[] = [
    {
      type: "run",
      format: 1,
      resource: "things.v1.example.com",
      namespace: "default",
      prefix: "",
      hasMonotonicCaches: true,
    },
  ];
  #position = 0;
  #watches = 0;

  get history(): History {
    return this.#records;
  }

  /** Adds an acknowledged create, update or patch, which returns the object that it stored. */
  put(verb: "create" | "update" | "patch", object: Sighting, more: Partial<Operation> = {}): this {
    const { name, value } = object;
    return this.operation({ verb, name, value }, { object, ...more });
  }

  get(name: string, object: Sighting | undefined, more: Partial<Operation> = {}): this {
    const response =
      object === undefined ? ({ outcome: "refused", status: 404, reason: "NotFound" } as const) : { object };
    return this.operation({ verb: "get", name, read: { at: "newest" } }, { ...response, ...more });
  }

  delete(name: string, uid: string, more: Partial<Operation> = {}): this {
    return this.operation({ verb: "delete", name, condition: { uid } }, more);
  }

  list(revision: number, items: readonly Sighting[], more: Partial<Operation> = {}): this {
    return this.operation({ verb: "list", read: { at: "newest" } }, { revision, items, ...more });
  }

  operation(request: Request, more: Partial<Operation>): this {
    const [start, end] = [++this.#position, ++this.#position];
    this.#records.push({
      type: "operation",
      client: "writer",
      server: 0,
      start,
      end,
      time: 0,
      outcome: "ok",
      ...request,
      ...more,
    });
    return this;
  }

  /** Adds a watch with its events. An event is a type and an object, or a bookmark. */
  watch(from: number, ...events: readonly (readonly [WatchedEvent["event"], Sighting | number])[]): this {
    const watch = ++this.#watches;
    this.#records.push({ type: "watch", watch, client: "watcher", server: 0, from, at: ++this.#position, status: 200 });
    for (const [event, shown] of events) {
      const seen = typeof shown === "number" ? { revision: shown } : { revision: shown.revision, object: shown };
      this.#records.push({ type: "event", watch, at: ++this.#position, event, ...seen });
    }
    return this;
  }

  end(revision: number): this {
    this.#records.push({ type: "end", at: ++this.#position, revision, watchers: ["watcher"] });
    return this;
  }
}

/** Returns a version of an object. The digest depends on the text. */
export function version(name: string, revision: number, value: string, uid = `uid-${name}`): Sighting {
  return { name, revision, uid, value, digest: `digest-${value}` };
}
