import { readFile } from "node:fs/promises";
import { readConfiguration, type MappingEntries, type NodeReader } from "../../yaml/node-reader.js";
import { loadYAML } from "../../yaml/library.js";

/** Configuration of the spans of a server. */
export interface TracingConfiguration {
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
