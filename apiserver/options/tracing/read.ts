import { readFile } from "node:fs/promises";
import { NodeReader, positionInYAML, type MappingEntries } from "../../yaml/node-reader.js";
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
  const problems: string[] = [];
  const text = await readFile(file, "utf8");
  const { LineCounter, parseDocument } = loadYAML();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
  problems.push(...document.errors.map(({ message, pos }) => `${positionInYAML(file, lines, pos[0])}: ${message}`));
  const reader = new NodeReader(file, document, lines, problems);
  const root = problems.length > 0 ? undefined : reader.entries(document.contents, "", fields);
  const configuration = root === undefined ? undefined : readRoot(reader, root);
  if (problems.length > 0 || configuration === undefined) throw new Error(problems.join("\n"));
  return configuration;
}

function readRoot(reader: NodeReader, root: MappingEntries): TracingConfiguration {
  const apiVersion = reader.text(root, "apiVersion");
  const kind = reader.text(root, "kind");
  if (!versions.includes(apiVersion) || kind !== "TracingConfiguration")
    reader.report(
      root.node,
      `kind ${JSON.stringify(kind)} of apiVersion ${JSON.stringify(apiVersion)}: the file must contain a TracingConfiguration of ${versions[0] ?? ""}`,
    );
  const endpoint = reader.text(root, "endpoint");
  const node = root.values.get("endpoint");
  const scheme = /^([^:/]*):?\/\//.exec(endpoint)?.[1] ?? "dns";
  if (node !== undefined && !["dns", "unix", "unix-abstract"].includes(scheme))
    reader.report(
      node,
      `endpoint: Invalid value: ${JSON.stringify(endpoint)}: unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`,
    );
  return { endpoint: endpoint === "" ? defaultEndpoint : endpoint, ratio: readRate(reader, root) / million };
}

function readRate(reader: NodeReader, root: MappingEntries): number {
  const node = root.values.get("samplingRatePerMillion");
  if (node === undefined) return 0;
  const value = loadYAML().isScalar(node) ? node.value : undefined;
  const wrong = (why: string) => {
    reader.report(node, `samplingRatePerMillion: Invalid value: ${String(value)}: ${why}`);
    return 0;
  };
  if (typeof value !== "number" || !Number.isInteger(value)) return wrong("it must be a whole number");
  if (value < 0) return wrong("sampling rate must be positive");
  return value > million ? wrong("sampling rate per million must be less than or equal to one million") : value;
}
