import { readFileSync } from "node:fs";
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";

/**
 * @file The server with which the pizza server is compared. It uses only `node:http2`, and sends
 * the same bytes and headers as the pizza server without any processing.
 */

const [certificate = "", key = "", ca = "", bodies = ""] = process.argv.slice(2);
/** Response bodies by path. The key `object` contains the response for all other paths. */
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(bodies, "utf8")) as Record<string, string>).map(([path, body]) => [
    path,
    Buffer.from(body),
  ]),
);
const watches = new Set<ServerHttp2Stream>();

const server = createSecureServer({
  cert: readFileSync(certificate),
  key: readFileSync(key),
  ca: readFileSync(ca),
  requestCert: true,
  rejectUnauthorized: false,
});
server.on("stream", (stream, headers) => {
  stream.on("error", () => undefined);
  const path = headers[":path"] ?? "";
  if (path.includes("watch=1")) watch(stream);
  else if (headers[":method"] === "GET") answer(stream, 200, path);
  else write(stream, headers, path);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`serving on https://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once("SIGTERM", () => process.exit(0));

function answer(stream: ServerHttp2Stream, status: number, path: string): void {
  const body = answers.get(path) ?? answers.get("object") ?? Buffer.alloc(0);
  stream.respond({
    ":status": status,
    "content-type": "application/json",
    "cache-control": "no-cache, private",
    "audit-id": "7c1c6a8e-4f0b-4f4e-9d0a-2f1f6a3b5c7d",
    "content-length": body.length,
  });
  stream.end(body);
}

/** Reads the body of a write, responds, and sends an event to the watchers. */
function write(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, path: string): void {
  stream.resume();
  stream.once("end", () => {
    answer(stream, headers[":method"] === "POST" ? 201 : 200, path);
    const event = answers.get("event");
    if (event !== undefined) for (const each of watches) each.write(event);
  });
}

function watch(stream: ServerHttp2Stream): void {
  stream.respond({ ":status": 200, "content-type": "application/json", "cache-control": "no-cache, private" });
  watches.add(stream);
  stream.once("close", () => watches.delete(stream));
}
