import { readFileSync } from "node:fs";
import { connect, type ClientHttp2Session } from "node:http2";
import { join } from "node:path";

/**
 * Program that runs as a client in a child process while other clients attack the server. It
 * requests `/livez` every 20 milliseconds and measures each response. Its arguments are a port and
 * the folder with the administrator's certificate. When its standard input ends, it prints
 * `{"latencies": […], "failures": […]}` with latencies in milliseconds, and ends.
 */
const [, , port = "", folder = ""] = process.argv;
const file = (name: string) => readFileSync(join(folder, name));
// Client certificates are necessary, because the server closes the HTTP/2 connections of anonymous
// clients after each response.
const credentials = { ca: file("ca.crt"), cert: file("admin.crt"), key: file("admin.key") };
const interval = 20;
/** Timeout of a request in milliseconds. Kubernetes' clients give up after the same time. */
const timeout = 30_000;

const latencies: number[] = [];
const failures: string[] = [];
let isEnding = false;
let session: ClientHttp2Session | undefined;

function opened(): ClientHttp2Session {
  if (session !== undefined && !session.closed && !session.destroyed) return session;
  session = connect(`https://127.0.0.1:${port}`, credentials);
  session.on("error", () => undefined);
  return session;
}

function ask(): Promise<string> {
  return new Promise((resolve) => {
    const stream = opened().request({ ":path": "/livez" });
    const timer = setTimeout(() => {
      stream.destroy();
      resolve(`no response within ${timeout} ms`);
    }, timeout);
    let result = "the connection ended";
    stream.on(
      "response",
      (headers) => (result = Number(headers[":status"]) === 200 ? "" : `the code ${String(headers[":status"])}`),
    );
    stream.on("error", (error: Error) => (result = error.message));
    stream.on("close", () => {
      clearTimeout(timer);
      resolve(result);
    });
    stream.resume();
  });
}

process.stdin.on("end", () => (isEnding = true)).resume();

for (let due = performance.now(); ; due = Math.max(due + interval, performance.now() - 1000)) {
  const wait = due - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  // TypeScript assumes that `isEnding` is still false, but the handler of the event `end` can have
  // changed it.
  if (isEnding as boolean) break;
  const failure = await ask();
  latencies.push(performance.now() - due);
  if (failure !== "") failures.push(failure);
}
session?.destroy();
process.stdout.write(JSON.stringify({ latencies, failures }));
