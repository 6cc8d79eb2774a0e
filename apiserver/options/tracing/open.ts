import { randomUUID } from "node:crypto";
import type { Log } from "../../logging/log.js";
import { maxSpanText, setTracing, type TracingAPI } from "../../tracing/open-telemetry.js";
import type { TracingOptions } from "./flags.js";
import { readFile } from "node:fs/promises";
import { readConfiguration, type MappingEntries, type NodeReader } from "../../yaml/node-reader.js";
import { loadYAML } from "../../yaml/library.js";

const packages = [
  "@opentelemetry/api",
  "@opentelemetry/sdk-trace-node@2",
  "@opentelemetry/resources@2",
  "@opentelemetry/exporter-trace-otlp-grpc@0.223",
];

/** The classes of @opentelemetry/sdk-trace-node that this file uses. */
interface SDK {
  readonly NodeTracerProvider: new (config: object) => { register(): void; shutdown(): Promise<void> };
  readonly BatchSpanProcessor: new (exporter: object) => object;
  readonly ParentBasedSampler: new (config: { readonly root: object }) => object;
  readonly AlwaysOffSampler: new () => object;
  readonly TraceIdRatioBasedSampler: new (ratio: number) => object;
}

interface Exporter {
  readonly OTLPTraceExporter: new (config: { readonly url: string }) => object;
}

interface Resources {
  resourceFromAttributes(attributes: Readonly<Record<string, string>>): object;
}

/** Loads a package of npm. */
export type LoadPackage = (name: string) => Promise<unknown>;

// The packages are optional. The name is a variable, so that the compiler does not look for them.
const loadPackage: LoadPackage = (name) => import(name);

/**
 * Loads the packages of OpenTelemetry, and starts to send spans to the collector in the
 * configuration.
 * @returns function that sends the last spans and switches tracing off; undefined without
 * --tracing-config-file
 * @throws Error that names the packages to install, or the problems of the file
 */
export async function openTracing(
  { tracingConfigFile: file }: TracingOptions,
  log: Log,
  load: LoadPackage = loadPackage,
): Promise<(() => Promise<void>) | undefined> {
  if (file === "") return undefined;
  const configuration = await readTracingConfiguration(file).catch((error: unknown) => {
    throw new Error(`failed to read tracing config: ${(error as Error).message}`, { cause: error });
  });
  return startTracing(configuration, log, await loadAll(load));
}

interface Loaded {
  readonly api: TracingAPI;
  readonly sdk: SDK;
  readonly exporter: Exporter;
  readonly resources: Resources;
}

async function loadAll(load: LoadPackage): Promise<Loaded> {
  try {
    const [api, sdk, resources, exporter] = await Promise.all(
      packages.map((name) => load(name.replace(/(.)@.*/, "$1"))),
    );
    // The cast is safe, because the packages have these exports in the versions that
    // apiserver/package.json allows.
    return { api, sdk, resources, exporter } as Loaded;
  } catch (error) {
    throw new Error(
      `--tracing-config-file needs packages that are not installed (${(error as Error).message.split("\n", 1).join("")}): run npm install ${packages.join(" ")}`,
      { cause: error },
    );
  }
}

function startTracing(
  { endpoint, ratio }: TracingConfiguration,
  log: Log,
  { api, sdk, exporter, resources }: Loaded,
): () => Promise<void> {
  const onError = (message: string) => {
    log.error(`tracing: ${message}`);
  };
  const ignore = () => undefined;
  api.diag.setLogger(
    { error: onError, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const url = /^[^:/]*:?\/\//.test(endpoint) || endpoint.startsWith("unix:") ? endpoint : `http://${endpoint}`;
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": "apiserver", "service.instance.id": randomUUID() }),
    sampler: new sdk.ParentBasedSampler({
      root: ratio === 0 ? new sdk.AlwaysOffSampler() : new sdk.TraceIdRatioBasedSampler(ratio),
    }),
    // Spans wait in memory while the collector does not respond. Clients must not be able to make
    // them large.
    spanLimits: { attributeValueLengthLimit: maxSpanText },
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url }))],
  });
  provider.register();
  setTracing(api);
  return async () => {
    setTracing(undefined);
    await provider.shutdown().catch((error: unknown) => {
      log.error("the last spans could not be sent", error);
    });
    api.trace.disable();
    api.context.disable();
    api.propagation.disable();
    api.diag.disable();
  };
}

/** Configuration of the spans of a server. */
interface TracingConfiguration {
  /** Address of the collector, such as `host:port` or `unix:path`. */
  readonly endpoint: string;
  /**
   * Share of requests that have spans, from 0 to 1. Applies to requests that do not continue a
   * client's trace.
   */
  readonly ratio: number;
}

const versions = ["v1", "v1beta1", "v1alpha1"].map((version) => `apiserver.config.k8s.io/${version}`);
const fields = ["apiVersion", "kind", "endpoint", "samplingRatePerMillion"];
const defaultEndpoint = "localhost:4317";
const million = 1_000_000;

/**
 * Reads the file of --tracing-config-file.
 * @throws Error that lists all problems as `file:line:column: message`
 */
export async function readTracingConfiguration(file: string): Promise<TracingConfiguration> {
  return readConfiguration(file, await readFile(file, "utf8"), fields, readRoot);
}

function readRoot(reader: NodeReader, root: MappingEntries): TracingConfiguration {
  reader.requireKind(root, "a TracingConfiguration", versions);
  const endpoint = reader.text(root, "endpoint");
  const scheme = /^([^:/]*):?\/\//.exec(endpoint)?.[1] ?? "dns";
  if (root.values.has("endpoint") && !["dns", "unix", "unix-abstract"].includes(scheme))
    reader.problem(
      root,
      "endpoint",
      `Invalid value: ${JSON.stringify(endpoint)}: unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`,
    );
  return { endpoint: endpoint === "" ? defaultEndpoint : endpoint, ratio: readRate(reader, root) / million };
}

function readRate(reader: NodeReader, root: MappingEntries): number {
  const node = root.values.get("samplingRatePerMillion");
  if (node === undefined) return 0;
  const value = loadYAML().isScalar(node) ? node.value : undefined;
  const wrong = (why: string) => {
    reader.problem(root, "samplingRatePerMillion", `Invalid value: ${String(value)}: ${why}`);
    return 0;
  };
  if (typeof value !== "number" || !Number.isInteger(value)) return wrong("it must be a whole number");
  if (value < 0) return wrong("sampling rate must be positive");
  return value > million ? wrong("sampling rate per million must be less than or equal to one million") : value;
}
