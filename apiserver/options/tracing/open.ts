import { randomUUID } from "node:crypto";
import type { Log } from "../../logging/log.js";
import { maxSpanText, setTracing, type TracingAPI } from "../../tracing/open-telemetry.js";
import type { TracingOptions } from "./flags.js";
import { readTracingConfiguration, type TracingConfiguration } from "./read.js";

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
