import { durationToMilliseconds } from "@apimachinery/runtime";
import { watchFiles } from "../certificates/file-watch.js";
import { waitForAll, readAuthorities, readServingPair } from "../certificates/serving-files.js";
import type { Log } from "../logging/log.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import { openEtcdStorage, type EtcdStorage, type EtcdTLS } from "../storage/index.js";
import { durationFlag, intFlag, stringsFlag, stringFlag } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

/** Flags for the storage of objects in etcd, with the names and defaults of Kubernetes. */
export const etcdFlags = {
  heading: "Storage in etcd",
  flags: {
    "etcd-servers": stringsFlag(
      [],
      "URLs of the members of an etcd cluster, such as https://10.0.0.1:2379; selects --storage-backend=etcd3",
    ),
    "etcd-cafile": stringFlag(
      "",
      "PEM file of the CAs that sign etcd's certificates; default: the CAs of Node.js",
      "file",
    ),
    "etcd-certfile": stringFlag("", "PEM file of the client certificate for etcd", "file"),
    "etcd-keyfile": stringFlag("", "PEM file of the key of --etcd-certfile", "file"),
    "etcd-count-metric-poll-period": durationFlag(
      "1m0s",
      "minimum age of the object counts in the metrics before objects are counted again",
    ),
    "etcd-db-metric-poll-interval": durationFlag(
      "30s",
      "interval at which the size of etcd's database is measured for the metrics; 0 for no measurement",
    ),
    "etcd-healthcheck-timeout": durationFlag("2s", "timeout of the health check of the storage"),
    "etcd-readycheck-timeout": durationFlag("2s", "timeout of the readiness check of the storage"),
    "lease-reuse-duration-seconds": intFlag(
      60,
      "maximum time in seconds for which objects with a time to live share a lease; an object can expire up to this time later",
    ),
  },
} satisfies FlagSection;

export type EtcdOptions = FlagValues<typeof etcdFlags.flags>;

/** Returns the problems found in the options, one sentence for each problem. */
export function validateEtcd(options: EtcdOptions): string[] {
  const errors: string[] = [];
  for (const server of options.etcdServers)
    if (!isServerURL(server))
      errors.push(`--etcd-servers ${JSON.stringify(server)} must be a URL such as https://10.0.0.1:2379`);
  if ((options.etcdCertfile === "") !== (options.etcdKeyfile === ""))
    errors.push("--etcd-certfile and --etcd-keyfile must be specified together");
  const hasTLS = options.etcdCafile !== "" || options.etcdCertfile !== "";
  if (hasTLS && !options.etcdServers.some((server) => server.startsWith("https:")))
    errors.push(
      "--etcd-cafile and --etcd-certfile have no effect, because --etcd-servers has no URL with https: remove them, or use https",
    );
  for (const [flag, value] of [
    ["--etcd-count-metric-poll-period", options.etcdCountMetricPollPeriod],
    ["--etcd-db-metric-poll-interval", options.etcdDbMetricPollInterval],
  ] as const)
    if (durationToMilliseconds(value) < 0) errors.push(`${flag} must not be negative`);
  for (const [flag, value] of [
    ["--etcd-healthcheck-timeout", options.etcdHealthcheckTimeout],
    ["--etcd-readycheck-timeout", options.etcdReadycheckTimeout],
  ] as const)
    if (durationToMilliseconds(value) <= 0) errors.push(`${flag} must be greater than 0`);
  if (options.leaseReuseDurationSeconds < 0) errors.push("--lease-reuse-duration-seconds must not be negative");
  return errors;
}

/**
 * Connects to etcd. Does not wait for the connection.
 * @param timeout maximum time of a request to etcd, in milliseconds
 * @throws Error if a file cannot be used
 */
export async function openEtcd(
  options: EtcdOptions,
  timeout: number,
  log: Log,
  metrics: ServerMetrics,
): Promise<EtcdStorage> {
  let tls = await readTLS(options);
  const storage = await openEtcdStorage({
    servers: options.etcdServers,
    tls: () => tls,
    timeout,
    leaseReuse: options.leaseReuseDurationSeconds,
    onConnection: (problem) => {
      if (problem === undefined) log.info(0, "The server is connected to etcd again");
      else log.info(0, `Warning: ${problem}. Requests fail until the server is connected again`);
    },
    onVersions: (versions, reportsProgress) => {
      reportVersions(versions, reportsProgress, log);
    },
  });
  pollSizes(storage, durationToMilliseconds(options.etcdDbMetricPollInterval), metrics);
  followTLS(options, storage, log, (renewed) => (tls = renewed));
  return storage;
}

/**
 * Reads the certificate files for the connections to etcd.
 * @throws Error if a file cannot be used
 */
async function readTLS({ etcdCafile, etcdCertfile, etcdKeyfile }: EtcdOptions): Promise<EtcdTLS> {
  const flags = "--etcd-certfile, --etcd-keyfile";
  const [ca, pair] = await waitForAll([
    etcdCafile === "" ? Promise.resolve(undefined) : readAuthorities("--etcd-cafile", etcdCafile),
    etcdCertfile === ""
      ? Promise.resolve(undefined)
      : readServingPair({ certFile: etcdCertfile, keyFile: etcdKeyfile, flags }),
  ]);
  return { ...(ca !== undefined && { ca }), ...(pair !== undefined && { pair }) };
}

/**
 * Reloads the certificates for new connections when their files change. If a file cannot be used,
 * logs the error, and the old certificates stay in use. Ends when the storage is closed.
 */
function followTLS(options: EtcdOptions, storage: EtcdStorage, log: Log, renew: (tls: EtcdTLS) => void): void {
  const files = [options.etcdCafile, options.etcdCertfile, options.etcdKeyfile].filter((file) => file !== "");
  if (files.length === 0) return;
  const reload = async (): Promise<void> => {
    if (storage.isClosed) stop();
    else renew(await readTLS(options));
  };
  const stop = watchFiles(files, () => {
    reload().catch((error: unknown) => {
      log.error("certificates for etcd could not be reloaded; the previous certificates stay in use", error);
    });
  });
}

function reportVersions(versions: readonly string[], reportsProgress: boolean, log: Log): void {
  log.info(1, "Connected to etcd", { versions });
  if (!reportsProgress)
    log.info(
      0,
      `Warning: etcd ${versions.join(", ")} does not report the progress of watches reliably, so the server reads consistent lists from etcd instead of the watch cache: use etcd 3.5.13 or newer`,
    );
}

/** Timeout of a request for the database sizes, in milliseconds. */
const sizeTimeout = 2000;

/**
 * Measures the sizes of etcd's databases periodically, one for each member. Stops when the storage
 * is closed, and does not prevent the process from ending.
 */
function pollSizes(storage: EtcdStorage, interval: number, metrics: ServerMetrics): void {
  if (interval === 0) return;
  let sizes: readonly (number | undefined)[] = [];
  const measure = async (): Promise<void> => {
    sizes = await storage.sizes(sizeTimeout);
  };
  void measure();
  const timer = setInterval(() => {
    if (storage.isClosed) clearInterval(timer);
    else void measure();
  }, interval).unref();
  observeStorageSize(metrics, () =>
    sizes.flatMap((size, index) => (size === undefined ? [] : [[`etcd-${index}`, size] as const])),
  );
}

/**
 * Adds the metric of the storage's size.
 * @param read returns a pair for each database: its name, and its size in bytes
 */
export function observeStorageSize(
  metrics: ServerMetrics,
  read: () => readonly (readonly [string, number])[] | Promise<readonly (readonly [string, number])[]>,
): void {
  metrics.observed(
    "apiserver_storage_size_bytes",
    "Bytes that the database file of the storage takes on its disk.",
    async (set) => {
      for (const [name, size] of await read()) set({ storage_cluster_id: name }, size);
    },
  );
}

function isServerURL(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username, hostname } = new URL(text);
  const isAddress = (pathname === "/" || pathname === "") && search === "" && username === "" && hostname !== "";
  return (protocol === "http:" || protocol === "https:") && isAddress;
}
