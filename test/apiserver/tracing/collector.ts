import { Server, ServerCredentials, type ServiceDefinition, type UntypedServiceImplementation } from "@grpc/grpc-js";
import protobuf from "protobufjs";

/** A span that the collector has received. Ids are in hexadecimal. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly links: readonly string[];
  readonly status: number;
  /** Attributes of the server. */
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

/** The parts of OTLP that the tests read. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Value { oneof value { string string = 1; bool bool = 2; int64 int = 3; double double = 4; } }
  message Attribute { string key = 1; Value value = 2; }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated Attribute attributes = 9; repeated Link links = 13; Status status = 15;
  }
  message ScopeSpans { repeated Span spans = 2; }
  message Resource { repeated Attribute attributes = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Request { repeated ResourceSpans resource_spans = 1; }
`);

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

interface Span {
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly parentSpanId: Buffer;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly links: readonly { readonly traceId: Buffer }[];
  readonly status: { readonly code: number } | null;
}

/** Receives spans over gRPC, as an OpenTelemetry collector does. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly #server = new Server();

  /** Starts to listen on a free port, and returns the address. */
  async start(): Promise<string> {
    const same = (bytes: Buffer) => bytes;
    const service: ServiceDefinition = {
      export: {
        path: "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
        requestStream: false,
        responseStream: false,
        requestSerialize: same,
        requestDeserialize: same,
        responseSerialize: same,
        responseDeserialize: same,
      },
    };
    const implementation: UntypedServiceImplementation = {
      export: ({ request }: { readonly request: Buffer }, respond: (error: null, response: Buffer) => void) => {
        this.#receive(request);
        respond(null, Buffer.alloc(0));
      },
    };
    this.#server.addService(service, implementation);
    const port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
    return `127.0.0.1:${port}`;
  }

  stop(): void {
    this.#server.forceShutdown();
  }

  #receive(bytes: Buffer): void {
    const type = root.lookupType("Request");
    const message = type.toObject(type.decode(bytes), { longs: Number, defaults: true, oneofs: false });
    // The schema above has the fields of this type.
    for (const { resource, scopeSpans } of (message as Request).resourceSpans)
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => received(span, resource.attributes)));
  }
}

function received(span: Span, resource: readonly Attribute[]): ReceivedSpan {
  return {
    traceId: span.traceId.toString("hex"),
    spanId: span.spanId.toString("hex"),
    parentSpanId: span.parentSpanId.toString("hex"),
    name: span.name,
    kind: span.kind,
    attributes: valuesOf(span.attributes),
    links: span.links.map(({ traceId }) => traceId.toString("hex")),
    status: span.status?.code ?? 0,
    resource: valuesOf(resource),
  };
}

function valuesOf(attributes: readonly Attribute[]): ReceivedSpan["attributes"] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));
}
