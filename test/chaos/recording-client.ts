import { ConnectionError, StatusError, type APIObject, type ResourceClient } from "@apimachinery/client";
import type { Operation, Outcome, ReadMode, Request } from "./history.js";
import type { Recorder } from "./recorder.js";
import type { TestObjects } from "./test-objects.js";

export interface RecordingClientOptions {
  readonly name: string;
  /** Index of the server. */
  readonly server: number;
  readonly resource: ResourceClient<APIObject>;
  readonly objects: TestObjects;
  readonly recorder: Recorder;
  /** Prefix of the names of the run. Other objects are not recorded. */
  readonly prefix: string;
  /** Time after which the client gives a request up, in milliseconds. */
  readonly timeout: number;
}

/** The parts of an operation that the response determines. */
type Response = Pick<Operation, "status" | "reason" | "object" | "items" | "revision" | "hasMore">;

export interface Page extends Operation {
  /** Token for the next page. */
  readonly token?: string;
}

/** Sends single requests, without retries, and records each with its result. */
export class RecordingClient {
  readonly options: RecordingClientOptions;

  constructor(options: RecordingClientOptions) {
    this.options = options;
  }

  get(name: string, read: ReadMode): Promise<Operation> {
    const { resource, objects } = this.options;
    return this.#record({ verb: "get", name, read }, async (signal) => {
      const version = read.at === "newest" ? {} : { resourceVersion: String(read.revision) };
      return { object: objects.sighting(await resource.get(name, { ...version, signal, maxRetries: 0 })) };
    });
  }

  create(name: string, value: string): Promise<Operation> {
    const { resource, objects } = this.options;
    return this.#record({ verb: "create", name, value }, async (signal) => {
      const created = await resource.create(objects.make(name, value), { signal, maxRetries: 0 });
      return { object: objects.sighting(created) };
    });
  }

  update(
    name: string,
    value: string,
    condition: { readonly revision: number; readonly uid: string },
  ): Promise<Operation> {
    const { resource, objects } = this.options;
    return this.#record({ verb: "update", name, value, condition }, async (signal) => {
      const updated = await resource.update(objects.make(name, value, condition), { signal, maxRetries: 0 });
      return { object: objects.sighting(updated) };
    });
  }

  patch(name: string, value: string, condition?: { readonly revision: number }): Promise<Operation> {
    const { resource, objects } = this.options;
    const request = { verb: "patch", name, value, ...(condition === undefined ? {} : { condition }) } as const;
    return this.#record(request, async (signal) => {
      const patch = { type: "merge", body: objects.patch(value, condition) } as const;
      return { object: objects.sighting(await resource.patch(name, patch, { signal, maxRetries: 0 })) };
    });
  }

  delete(name: string, condition: { readonly uid: string; readonly revision?: number }): Promise<Operation> {
    const { uid, revision } = condition;
    const version = revision === undefined ? {} : { resourceVersion: String(revision) };
    return this.#record({ verb: "delete", name, condition }, async (signal) => {
      await this.options.resource.delete(name, { preconditions: { uid, ...version }, signal, maxRetries: 0 });
      return {};
    });
  }

  /** Lists all objects at once. */
  list(read: ReadMode): Promise<Page> {
    return this.#page({ verb: "list", read }, {});
  }

  /** Lists all objects in pages, until a page fails. */
  async listPages(limit: number): Promise<void> {
    const read: ReadMode = { at: "newest" };
    const first = await this.#page({ verb: "list", read }, { limit });
    for (let token = first.token; token !== undefined;) {
      const page: Page = await this.#page({ verb: "list", read, pageAfter: first.start }, { limit, continue: token });
      token = page.token;
    }
  }

  async #page(request: Request, paging: { readonly limit?: number; readonly continue?: string }): Promise<Page> {
    const { resource, objects, prefix } = this.options;
    let token: string | undefined;
    const operation = await this.#record(request, async (signal) => {
      const version = paging.continue === undefined ? versionOf(request.read) : {};
      const list = await resource.list({ ...version, ...paging, signal, maxRetries: 0 });
      token = list.metadata.continue === "" ? undefined : list.metadata.continue;
      return {
        items: list.items
          .filter(({ metadata }) => metadata.name?.startsWith(prefix))
          .map((item) => objects.sighting(item)),
        ...(list.metadata.resourceVersion === undefined ? {} : { revision: Number(list.metadata.resourceVersion) }),
        ...(token === undefined ? {} : { hasMore: true }),
      };
    });
    return { ...operation, ...(token === undefined ? {} : { token }) };
  }

  async #record(request: Request, send: (signal: AbortSignal) => Promise<Response>): Promise<Operation> {
    const { name: client, server, recorder, timeout } = this.options;
    const [start, time] = [recorder.position(), recorder.time()];
    let outcome: Outcome = "ok";
    let response: Response;
    try {
      response = await send(AbortSignal.timeout(timeout));
    } catch (error) {
      outcome = outcomeOf(error);
      response = failureOf(error);
    }
    const end = recorder.position();
    const operation: Operation = {
      type: "operation",
      client,
      server,
      ...request,
      start,
      end,
      time,
      outcome,
      ...response,
    };
    recorder.add(operation);
    return operation;
  }
}

function versionOf(read: ReadMode = { at: "newest" }): {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
} {
  if (read.at === "newest") return {};
  const resourceVersion = String(read.revision);
  return { resourceVersion, resourceVersionMatch: read.at === "exactly" ? "Exact" : "NotOlderThan" };
}

/**
 * A server that responds with a code below 500 has refused the request. After other codes, and
 * without a response, the request may have been executed or may be executed later.
 */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof StatusError) return error.code < 500 ? "refused" : "unknown";
  return error instanceof ConnectionError && error.isUnsent ? "refused" : "unknown";
}

export function failureOf(error: unknown): { readonly status?: number; readonly reason: string } {
  if (error instanceof StatusError) return { status: error.code, reason: error.status.reason ?? error.message };
  return { reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
