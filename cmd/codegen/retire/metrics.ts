import type { Client } from "./client.js";
import type { Retired } from "./group.js";

/** Facts about a version from the metrics of a server. */
export interface Metrics {
  /**
   * Stored objects of each resource, `resource.group`, by the version in which they are stored.
   * Resources that the server does not count are missing.
   */
  readonly stored: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Requests in the version, by resource and verb; a watch that is open is `open WATCH`. */
  readonly requests: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Time at which the process began to count; undefined if the metrics do not have it. */
  readonly since: string | undefined;
}

/**
 * Returns the metrics of a server.
 * @throws Error if the user may not read them
 */
export async function readMetrics(client: Client, { group, version }: Retired): Promise<Metrics> {
  const stored = new Map<string, Map<string, number>>();
  const requests = new Map<string, Map<string, number>>();
  let since: string | undefined;
  for (const { name, labels, value } of series(await client.text({ method: "GET", path: "/metrics" }))) {
    const { resource = "", verb = "", code } = labels;
    const isOwn = labels["group"] === group && labels["version"] === version && value > 0;
    if (name === "process_start_time_seconds") since = new Date(value * 1000).toISOString().replace(/\.\d+/, "");
    else if (name === "apiserver_storage_objects_by_version") add(stored, resource, labels["version"] ?? "", value);
    // A watch is among the requests only when it has ended.
    else if (name === "apiserver_longrunning_requests" && isOwn) add(requests, resource, `open ${verb}`, value);
    // A client that got a 404 for the version does not need it.
    else if (name === "apiserver_request_total" && isOwn && code !== "404") add(requests, resource, verb, value);
  }
  return { stored, requests, since };
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const known =
  /^(process_start_time_seconds|apiserver_(?:storage_objects_by_version|longrunning_requests|request_total))(?:\{(.*)\})? (\S+)/;

function* series(text: string): Generator<Sample> {
  for (const line of text.split("\n")) {
    const [, name = "", labels = "", value] = known.exec(line) ?? [];
    if (value === undefined) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", text = ""]) => [key, text]);
    yield { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
  }
}

function add(counts: Map<string, Map<string, number>>, first: string, second: string, value: number): void {
  const inner = counts.get(first) ?? new Map<string, number>();
  counts.set(first, inner.set(second, (inner.get(second) ?? 0) + value));
}
