import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { Connection, type PreparedRequest } from "./connection.js";
import { headerBlock } from "./frames.js";
import type { Peer } from "./peer.js";

/** Prepares a request with the user agent of the benchmark. */
export function request(
  method: string,
  path: string,
  body?: string,
  contentType = "application/json",
): PreparedRequest {
  const content = body === undefined ? {} : { "content-type": contentType };
  const headers = headerBlock({
    ":method": method,
    ":scheme": "https",
    ":path": path,
    ":authority": "localhost",
    accept: "application/json",
    "user-agent": "bench/1.0",
    ...content,
  });
  return body === undefined ? { headers } : { headers, body: Buffer.from(body) };
}

/** Sends a request, and returns the body of the response. */
export async function answerTo(peer: Peer, prepared: PreparedRequest): Promise<string> {
  return (await answersTo(peer, [prepared]))[0] ?? "";
}

/** Sends requests one after the other, and returns the bodies of the responses. */
export async function answersTo(peer: Peer, requests: readonly PreparedRequest[]): Promise<string[]> {
  const connection = await Connection.open(peer.tls);
  const answers: string[] = [];
  for (const prepared of requests) {
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve) => {
      connection.send(prepared, {
        data: (chunk) => chunks.push(Buffer.from(chunk)),
        end: () => {
          resolve();
        },
      });
      connection.flush();
    });
    answers.push(Buffer.concat(chunks).toString());
  }
  connection.close();
  return answers;
}

/** Returns the current resourceVersion of each object of a list. */
export async function versionsOf(peer: Peer, list: string): Promise<Map<string, string>> {
  const { items } = JSON.parse(await answerTo(peer, request("GET", list))) as {
    readonly items: readonly { readonly metadata: { readonly name: string; readonly resourceVersion: string } }[];
  };
  return new Map(items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
}

/**
 * Returns requests, each of which updates a different object of a list.
 * @param textOf returns an object with the given name, label and resourceVersion
 */
export function updates(
  list: string,
  names: readonly string[],
  versions: Map<string, string>,
  textOf: (name: string, note: string, version: string | undefined) => string,
): () => PreparedRequest {
  let count = 0;
  return () => {
    const name = names[count % names.length] ?? "";
    const body = textOf(name, `n${count++}`, versions.get(name));
    const onData = (chunk: Buffer) => {
      const version = /"resourceVersion":"(\d+)"/.exec(chunk.toString("latin1", 0, 1000))?.[1];
      if (version !== undefined) versions.set(name, version);
    };
    return { ...request("PUT", `${list}/${name}`, body), onData };
  };
}

/** Reads the credentials of a kubeconfig. */
export function credentials(kubeconfig: string): ConnectionOptions {
  const text = readFileSync(kubeconfig, "utf8");
  const data = (name: string) => Buffer.from(new RegExp(`${name}: (\\S+)`).exec(text)?.[1] ?? "", "base64").toString();
  const ca = data("certificate-authority-data");
  if (!new X509Certificate(ca).ca) throw new Error(`${kubeconfig} has no authority`);
  return { ca, cert: data("client-certificate-data"), key: data("client-key-data") };
}
