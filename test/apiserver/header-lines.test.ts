import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { Listening } from "./listening.js";

let listening: Listening | undefined;
afterEach(() => listening?.close());

const asked = ["impersonate-group", "accept", "absent"];
const expected = [["cooks, waiters", "", "Köche 🍕"], ["a/b", "c/d, e/f"], []];

async function serving(): Promise<Listening> {
  listening = await Listening.with({}, ({ headerLines }) =>
    Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(asked.map(headerLines)) }),
  );
  return listening;
}

test("over HTTP/1.1, each line of a repeated header is a value in UTF-8, and no value is split", async () => {
  const socket = await (await serving()).socket();
  socket.end(
    [
      "GET / HTTP/1.1",
      "Host: x",
      "Impersonate-Group: cooks, waiters",
      "Accept: a/b",
      "IMPERSONATE-GROUP:",
      "Accept: c/d, e/f",
      "impersonate-group:  Köche 🍕 ",
      "Connection: close",
      "\r\n",
    ].join("\r\n"),
  );
  let text = "";
  for await (const chunk of socket.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
  expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n")))).toEqual(expected);
});

test("over HTTP/2, each line of a repeated header is a value in UTF-8, and no value is split", async () => {
  const stream = (await serving()).session().request({
    ":path": "/",
    "impersonate-group": ["cooks, waiters", "", Buffer.from("Köche 🍕").toString("latin1")],
    accept: ["a/b", "c/d, e/f"],
  });
  await once(stream, "response");
  let text = "";
  for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
  expect(JSON.parse(text)).toEqual(expected);
});

test.each([
  ["a string", "text"],
  ["bytes", Buffer.from("text")],
])("over HTTP/1.1, the headers of a response with %s as its body have the bytes of Latin-1", async (_, body) => {
  const warning = Buffer.from('299 - "größe"').toString("latin1");
  listening = await Listening.with({}, () => Promise.resolve({ status: 200, headers: { warning }, body }));
  const socket = await listening.socket();
  socket.end("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  let text = "";
  for await (const chunk of socket.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
  expect(text).toContain('warning: 299 - "größe"\r\n');
});
