import { Client, credentials, Metadata, Server, ServerCredentials, status, type ServiceError } from "@grpc/grpc-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callUnary } from "../../../../apiserver/storage/etcd3/etcd-client.js";

/** Responds to each request as its text asks. */
const server = new Server();
let client: Client;

beforeAll(async () => {
  const bytes = (text: string) => Buffer.from(text);
  server.addService(
    {
      ask: {
        path: "/test/Ask",
        requestStream: false,
        responseStream: false,
        requestSerialize: bytes,
        requestDeserialize: String,
        responseSerialize: bytes,
        responseDeserialize: String,
      },
    },
    {
      ask: (call: { request: string }, respond: (error: Partial<ServiceError> | null, text?: string) => void) => {
        if (call.request === "refuse") {
          const metadata = new Metadata();
          metadata.set("reason", "quota");
          respond({ code: status.RESOURCE_EXHAUSTED, details: "no space: 100%", metadata });
        } else if (call.request !== "wait") respond(null, `${call.request}?`);
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
});

afterAll(() => {
  client.close();
  server.forceShutdown();
});

function ask(text: string, timeout = 10_000, decode: (bytes: Buffer) => string = String): Promise<string> {
  return callUnary(
    client,
    { path: "/test/Ask", encode: (given: string) => Buffer.from(given), decode },
    text,
    Date.now() + timeout,
  );
}

test("a unary request returns the decoded response", async () => {
  expect(await Promise.all([ask("a"), ask("b")])).toEqual(["a?", "b?"]);
});

test("a unary request that is refused fails with the status, its details and its metadata", async () => {
  const error = (await ask("refuse").catch((thrown: unknown) => thrown)) as ServiceError;
  expect(error).toMatchObject({
    code: status.RESOURCE_EXHAUSTED,
    details: "no space: 100%",
    message: "8 RESOURCE_EXHAUSTED: no space: 100%",
  });
  expect(error.metadata.get("reason")).toEqual(["quota"]);
});

test("a unary request without a response fails at its deadline", async () => {
  await expect(ask("wait", 100)).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
});

test("a response that cannot be decoded is an error of the request", async () => {
  const broken = ask("a", 10_000, () => {
    throw new Error("index out of range");
  });
  await expect(broken).rejects.toMatchObject({
    code: status.INTERNAL,
    details: "Response message parsing error: index out of range",
  });
});
