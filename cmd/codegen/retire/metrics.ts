import type { Client } from "./client.js";
import type { Retired } from "./group.js";

/** Facts about a version from the metrics of a server. */
export interface Metrics {
  /**
   * Number of stored objects by resource (`resource.group`) and storage version. Resources that the
   * server does not count are absent.
   */
  readonly stored: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /**
   * Number of requests in the version, by resource and verb. `open WATCH` counts running watches.
   */
  readonly requests: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /**
   * Start time of the process that counts the requests; undefined if the metrics do not contain it.
   */
  readonly since: string | undefined;
}

/**
 * Reads the metrics of a server.
 * @throws Error if the user is not permitted to read the metrics
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
    // Watches count as requests only after they end, so running watches are counted separately.
    else if (name === "apiserver_longrunning_requests" && isOwn) add(requests, resource, `open ${verb}`, value);
    // A client that got the status 404 for the version does not need the version.
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
