import { spawn, type ChildProcess } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect as connectTCP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAuthority, issueServing } from "../../../apiserver/certificates/authority.js";
import { builtProgram } from "../../built-program.js";
import { chained, forge, issue } from "../issued-certificates.js";
import { ended, get } from "../listening.js";
import { group } from "./webhook-harness.js";
import { eventually } from "../../eventually.js";

/** @file Runs the built program pizza-webhook. */

const main = builtProgram({
  main: "dist/cmd/pizza-webhook/main.js",
  written: "apiserver/dist/bundle/webhook/index.js",
  sources: ["runtime", "client", "apiserver", "apis", "cmd/pizza-webhook"],
});

let folder = "";
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pizza-webhook-"));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program, and returns its port and its output. */
async function start(...flags: readonly string[]) {
  const started = spawn(process.execPath, [main, "--bind-address=127.0.0.1", "--secure-port=0", ...flags], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = started;
  const output = { text: "" };
  started.stdout.setEncoding("utf8").on("data", (text: string) => (output.text += text));
  started.stderr.setEncoding("utf8").on("data", (text: string) => (output.text += text));
  const ended = new Promise<number | null>((resolve) => started.once("close", resolve));
  const port = await eventually(() => {
    const found = /^serving on https:\/\/127\.0\.0\.1:(\d+)$/m.exec(output.text)?.[1];
    if (found === undefined && started.exitCode === null) throw new Error(`not ready: ${output.text}`);
    return Number(found);
  });
  return { port, output, ended, process: started };
}

const review = JSON.stringify({
  kind: "ConversionReview",
  apiVersion: "apiextensions.k8s.io/v1",
  request: { uid: "u", desiredAPIVersion: `${group}/v1beta1`, objects: [] },
});

/** Returns whether the server accepts no more connections. */
function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTCP(port, "127.0.0.1", () => {
      resolve(false);
      socket.destroy();
    }).once("error", () => {
      resolve(true);
    });
  });
}

/** Begins a conversion whose body is not complete yet. */
function beginConversion(port: number) {
  const sent = request({ port, method: "POST", path: "/convert", rejectUnauthorized: false });
  sent.setHeader("content-type", "application/json").setHeader("content-length", review.length);
  const response = new Promise<string>((resolve, reject) => {
    sent.once("error", reject).once("response", (message) => {
      let text = "";
      message.setEncoding("utf8").on("data", (part: string) => (text += part));
      message.once("end", () => {
        resolve(text);
      });
    });
  });
  // The server responds to this header when it has received the head of the request.
  sent.setHeader("expect", "100-continue");
  const isReceived = once(sent, "continue");
  sent.write(review.slice(0, 10));
  return {
    isReceived,
    finish: () => {
      sent.end(review.slice(10));
      return response;
    },
  };
}

test("it creates a certificate, serves, and finishes requests before it stops at SIGTERM", async () => {
  const { port, ended, process: started, output } = await start();
  expect(output.text).toContain("The admission plugin PizzaToppings is left out");
  const conversion = beginConversion(port);
  await conversion.isReceived;
  started.kill("SIGTERM");
  await eventually(() => isRefused(port));
  expect(JSON.parse(await conversion.finish())).toMatchObject({ response: { result: { status: "Success" } } });
  expect(await ended).toBe(0);
});

test("it reads its certificate again when the files change", async () => {
  const authority = await createAuthority("webhooks");
  const [certFile, keyFile] = [join(folder, "tls.crt"), join(folder, "tls.key")];
  const write = async () => {
    const { certificate, key } = await issueServing(authority, ["localhost", "127.0.0.1"]);
    writeFileSync(certFile, certificate);
    writeFileSync(keyFile, key, { mode: 0o600 });
    return new X509Certificate(certificate).serialNumber;
  };
  await write();
  const { port } = await start(`--tls-cert-file=${certFile}`, `--tls-private-key-file=${keyFile}`);
  const renewed = await write();
  const served = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      }).once("error", reject);
    });
  await eventually(async () => {
    expect(await served()).toBe(renewed);
  });
});

test("it closes connections when their authority is replaced, also with forged certificates", async () => {
  const [old, next] = [
    await issue({ name: "CN=old", isAuthority: true }),
    await issue({ name: "CN=next", isAuthority: true }),
  ];
  const caFile = join(folder, "callers.crt");
  writeFileSync(caFile, old.certificate);
  const { port } = await start(`--client-ca-file=${caFile}`);
  const caller = chained(await issue({ name: "CN=caller" }, old), await forge(old, next), next);
  const options = { port, host: "127.0.0.1", rejectUnauthorized: false, cert: caller.certificate, key: caller.key };
  const socket = connect(options).on("error", () => undefined);
  socket.write(get("/metrics"));
  expect(String(await once(socket, "data"))).toContain("200 OK");
  writeFileSync(caFile, next.certificate);
  // Each request begins the time again after which a connection without requests is closed.
  const requests = setInterval(() => socket.write(get("/metrics")), 100);
  await ended(socket.resume());
  clearInterval(requests);
});

test.each([
  ["--tls-cert-file=x.crt", "--tls-cert-file and --tls-private-key-file must be given together"],
  ["--secure-port=70000", "--secure-port 70000 must be between 0 and 65535, inclusive"],
  ["--client-ca-file=missing.crt", "--client-ca-file"],
  ["--kubeconfig=missing", "--kubeconfig"],
  ["--certdir=x", "unknown flag: --certdir"],
])("%s ends with an error that names the flag", async (flag, message) => {
  const { ended, output } = await start(flag);
  expect(await ended).toBe(1);
  expect(output.text).toContain(message);
  expect(output.text).not.toMatch(/^\s+at /m);
});
