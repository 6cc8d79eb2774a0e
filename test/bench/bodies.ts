import {
  GenericAPIServer,
  MemoryStorage,
  newAPIGroup,
  versionInfo,
  type HTTPRequest,
  type Response,
} from "@apimachinery/apiserver";
import { Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { encodeCBOR } from "@apimachinery/runtime/cbor";
import { encodeProtobuf } from "@apimachinery/runtime/protobuf";
import type { Pod } from "./apis/workloads/v1/types.js";
import { AddToScheme as AddHub } from "./apis/workloads/zz_generated.register.js";
import { AddToScheme } from "./apis/workloads/v1/zz_generated.register.js";
import { table, type Measured } from "./compare.js";
import { podTexts } from "./samples/pod.js";

/** A media type, and the function that writes an object in it. */
interface Format {
  readonly name: string;
  readonly mediaType: string;
  readonly bytesOf: (object: RuntimeObject) => Buffer;
}

type Handler = (request: HTTPRequest) => Promise<Response>;

function install(target: Scheme): void {
  AddHub(target);
  AddToScheme(target);
  target.setVersionPriority({ group: "bench.example.com", version: "v1" });
}

const scheme = new Scheme("client");
install(scheme);

const formats: readonly Format[] = [
  { name: "JSON", mediaType: "application/json", bytesOf: (object) => Buffer.from(JSON.stringify(object)) },
  {
    name: "protobuf",
    mediaType: "application/vnd.kubernetes.protobuf",
    bytesOf: (object) => Buffer.from(encodeProtobuf(scheme, object)),
  },
  { name: "CBOR", mediaType: "application/cbor", bytesOf: (object) => Buffer.from(encodeCBOR(scheme, object)) },
];

const path = "/apis/bench.example.com/v1/namespaces/default/pods";
const listed = 500;
const watchers = 1000;
/** Number of objects that are updated. */
const stored = 64;
const rounds = 12;
/** Rounds before the measurement, in which the compiler optimises the code. */
const warmUps = 6;

/**
 * Measures requests to a server in this process in each format: creates, updates, lists, and events
 * to 1,000 watches. The requests pass all filters and handlers, but no socket.
 * @param wanted jobs whose title does not contain it are left out
 */
export async function bodyJobs(wanted: string): Promise<void> {
  const pods = podTexts(64, 16).map((text) => JSON.parse(text) as Pod);
  const jobs: readonly (readonly [string, (pods: readonly Pod[]) => Promise<Measured[]>])[] = [
    ["Server: create a pod", creates],
    ["Server: update a pod", updates],
    [`Server: update one of ${listed} pods, and list all`, lists],
    [`Server: an event to ${watchers} watches`, watches],
  ];
  for (const [title, run] of jobs) if (title.includes(wanted)) console.log(table(title, await run(pods)));
}

function creates(pods: readonly Pod[]): Promise<Measured[]> {
  return compareFormats(200, ({ mediaType, bytesOf }) => {
    const handler = newServer();
    let count = 0;
    return {
      prepare: () => bytesOf(named(pods[count % pods.length], `pod-${count++}`)),
      run: (body) => wanted(201, handler(requestOf("POST", path, mediaType, body))),
    };
  });
}

function updates(pods: readonly Pod[]): Promise<Measured[]> {
  return compareFormats(200, async ({ mediaType, bytesOf }) => {
    const handler = newServer();
    await fill(handler, pods, stored);
    let count = 0;
    return {
      prepare: (index) => bytesOf(named(pods[index % pods.length], `pod-${index % stored}`, String(count++))),
      run: (body, index) => wanted(200, handler(requestOf("PUT", `${path}/pod-${index % stored}`, mediaType, body))),
    };
  });
}

function lists(pods: readonly Pod[]): Promise<Measured[]> {
  return compareFormats(8, async ({ mediaType, bytesOf }) => {
    const handler = newServer();
    await fill(handler, pods, listed);
    let count = 0;
    return {
      prepare: () => bytesOf(named(pods[count % pods.length], "pod-0", String(count++))),
      run: async (body) => {
        await wanted(200, handler(requestOf("PUT", `${path}/pod-0`, mediaType, body)));
        await wanted(200, handler(requestOf("GET", path, mediaType)));
      },
    };
  });
}

function watches(pods: readonly Pod[]): Promise<Measured[]> {
  return compareFormats(4, async ({ mediaType, bytesOf }) => {
    const handler = newServer();
    await fill(handler, pods, 1);
    const open: AbortController[] = [];
    let received = 0;
    for (let index = 0; index < watchers; index++) {
      const { body } = await handler(requestOf("GET", `${path}?watch=1&resourceVersion=2`, mediaType));
      if (typeof body !== "function") throw new Error("not a stream");
      const connection = new AbortController();
      open.push(connection);
      body({
        write: () => ++received > 0,
        onDrain: () => undefined,
        end: () => undefined,
        stop: () => undefined,
        closed: connection.signal,
      });
    }
    let count = 0;
    return {
      prepare: () => bytesOf(named(pods[count % pods.length], "pod-0", String(count++))),
      run: async (body) => {
        const before = received;
        await wanted(200, handler(requestOf("PUT", `${path}/pod-0`, mediaType, body)));
        while (received - before < watchers) await new Promise((resolve) => setImmediate(resolve));
      },
      end: () => {
        for (const connection of open) connection.abort();
      },
    };
  });
}

interface Work {
  /** Returns the body of the request with an index in its slice. Its time is not measured. */
  readonly prepare: (index: number) => Buffer;
  readonly run: (body: Buffer, index: number) => Promise<unknown>;
  /** Ends what would keep the process alive, such as the time limits of watches. */
  readonly end?: () => void;
}

/**
 * Measures the work in each format in alternating slices.
 * @param size number of requests in a slice
 */
async function compareFormats(size: number, workOf: (format: Format) => Work | Promise<Work>): Promise<Measured[]> {
  const works = await Promise.all(
    formats.map(async (format) => ({ name: format.name, work: await workOf(format), times: [] as number[] })),
  );
  for (let round = -warmUps; round < rounds; round++) {
    // Each round starts with another format, because a slice also collects the garbage of the last.
    for (let turn = 0; turn < works.length; turn++) {
      const { work, times } = works[(turn + round + warmUps) % works.length] as (typeof works)[number];
      const ns = await slice(work, size);
      if (round >= 0) times.push(ns);
    }
  }
  for (const { work } of works) work.end?.();
  return works.map(({ name, times }) => ({
    name,
    ns: times.sort((a, b) => a - b)[Math.floor(times.length / 4)] ?? NaN,
  }));
}

/** Returns the CPU time of one request in nanoseconds. */
async function slice({ prepare, run }: Work, size: number): Promise<number> {
  const bodies = Array.from({ length: size }, (_, index) => prepare(index));
  const start = process.cpuUsage();
  for (const [index, body] of bodies.entries()) await run(body, index);
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / size;
}

async function fill(handler: Handler, pods: readonly Pod[], count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const body = Buffer.from(JSON.stringify(named(pods[index % pods.length], `pod-${index}`)));
    await wanted(201, handler(requestOf("POST", path, "application/json", body)));
  }
}

/** Returns a copy of a pod without what only the server sets. */
function named(pod: Pod | undefined, name: string, note = "a"): RuntimeObject {
  if (pod === undefined) throw new Error("no pod");
  const { labels = {} } = pod.metadata;
  const metadata = { name, namespace: "default", labels: { ...labels, note } };
  return { ...pod, apiVersion: "bench.example.com/v1", kind: "Pod", metadata } as RuntimeObject;
}

async function wanted(status: number, answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (response.status !== status) throw new Error(`status ${response.status}: ${String(response.body)}`);
}

function newServer(): Handler {
  const storage = new MemoryStorage();
  const server = new GenericAPIServer({
    storage,
    admission: [],
    authenticators: [() => ({ name: "admin", groups: ["system:masters"], extra: {} })],
    authorizers: [() => "allow"],
    version: versionInfo("1", "0", "v1.0.0"),
    externalHost: "localhost",
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  server.installAPIGroup(
    newAPIGroup(
      { install, groupName: "bench.example.com", kinds: { Pod: { allowUnconditionalUpdate: true } } },
      { scheme: new Scheme("bench"), storage, keyPrefix: "/registry/bench" },
    ),
  );
  return server.handler();
}

function requestOf(method: string, uri: string, mediaType: string, body: Buffer = Buffer.alloc(0)): HTTPRequest {
  const [whole = "", query = ""] = uri.split("?");
  const headers: Readonly<Record<string, string>> = { accept: mediaType, "content-type": mediaType };
  return {
    method,
    uri,
    path: whole,
    query: new URLSearchParams(query),
    header: (name) => headers[name],
    headerLines: (name) => [headers[name] ?? []].flat(),
    headerNames: () => Object.keys(headers),
    readBody: () => Promise.resolve(body),
    peer: { certificate: undefined },
    afterwards: undefined,
  };
}
