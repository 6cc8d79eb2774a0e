import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectHTTP2, type IncomingHttpHeaders } from "node:http2";
import { Agent, request } from "node:https";
import { connect as connectTCP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, getCiphers, type ConnectionOptions } from "node:tls";
import { createLog, parseOptionsOf, startAPIServer, type RunningServer } from "@apimachinery/apiserver";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../../apiserver/certificates/authority.js";
import { defaultsOf } from "../../apiserver/options/flags/flag.js";
import { secureServingFlags, validateSecureServing, cipherSuites } from "../../apiserver/options/secure-serving.js";
import { pizzaServer } from "../../cmd/pizza-apiserver/server.js";
import { toppings } from "./harness.js";

let folder = "";
let server: RunningServer | undefined;
let authority: KeyPair;
const logged: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-tls-"));
  authority = await createAuthority("kitchen");
  logged.length = 0;
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(...args: readonly string[]): Promise<URL> {
  const fixed = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--storage-backend=memory",
    `--data-dir=${folder}/data`,
  ];
  const errors: string[] = [];
  const parsed = parseOptionsOf(pizzaServer, [...fixed, ...args], {
    out: () => undefined,
    err: (text) => errors.push(text),
  });
  if ("exitCode" in parsed) throw new Error(errors.join(""));
  server = await startAPIServer(
    pizzaServer,
    parsed.options,
    createLog({ v: 0, loggingFormat: "text" }, (line) => logged.push(line)),
  );
  return new URL(server.url);
}

const at = (name: string) => join(folder, name);

/** Writes a certificate and its key into two files, and returns their paths for the flags. */
async function pair(
  name: string,
  ...hosts: readonly string[]
): Promise<{ readonly crt: string; readonly key: string }> {
  const { certificate, key } = await issueServing(authority, hosts);
  const files = { crt: at(`${name}.crt`), key: at(`${name}.key`) };
  writeFileSync(files.key, key);
  writeFileSync(files.crt, certificate);
  return files;
}

interface Seen {
  readonly name: string | undefined;
  readonly protocol: string | null;
  readonly alpn: string | false | null;
}

/**
 * Returns the common name of the server's certificate, and the versions of TLS and HTTP that the
 * connection uses.
 */
function look({ port, hostname }: URL, options: ConnectionOptions = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { port: Number(port), host: hostname, rejectUnauthorized: false, ALPNProtocols: ["h2", "http/1.1"], ...options },
      () => {
        const name = socket.getPeerCertificate().subject.CN;
        resolve({
          name: typeof name === "string" ? name : undefined,
          protocol: socket.getProtocol(),
          alpn: socket.alpnProtocol,
        });
        socket.destroy();
      },
    );
    socket.on("error", reject);
  });
}

function status(url: URL, client: KeyPair): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { cert: client.certificate, key: client.key, rejectUnauthorized: false, agent: false };
    const sent = request(new URL(toppings, url), options, (response) => {
      response.resume().on("end", () => {
        resolve(response.statusCode ?? 0);
      });
    });
    sent.on("error", reject).end();
  });
}

/**
 * Repeats `read` until it returns the expected value. A loop is necessary, because the server
 * reloads files only after the system has reported a change.
 */
async function until<T>(wanted: T, read: () => Promise<T>): Promise<void> {
  while ((await read()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("certificates", () => {
  test("the server chooses the certificate by the requested name, from the flag or from the certificate", async () => {
    const given = await pair("given", "given.example");
    const plain = await pair("plain", "127.0.0.1");
    const own = await pair("own", "own.example");
    const url = await start(
      `--tls-cert-file=${plain.crt}`,
      `--tls-private-key-file=${plain.key}`,
      `--tls-sni-cert-key=${given.crt},${given.key}:*.kitchen.example,Oven.example`,
      `--tls-sni-cert-key=${own.crt},${own.key}`,
    );
    const shown = async (servername: string) => (await look(url, { servername })).name;
    expect(
      await Promise.all(
        ["a.kitchen.example", "oven.example", "own.example", "a.b.kitchen.example", "given.example"].map(shown),
      ),
    ).toEqual(["given.example", "given.example", "own.example", "127.0.0.1", "127.0.0.1"]);
    expect((await look(url)).name).toBe("127.0.0.1");
  });

  test("the server uses changed certificates, and logs invalid ones without using them", async () => {
    const files = await pair("a", "first.example");
    const url = await start(`--tls-cert-file=${files.crt}`, `--tls-private-key-file=${files.key}`);
    const name = async () => (await look(url)).name;
    expect(await name()).toBe("first.example");
    writeFileSync(files.key, "no key");
    await until(true, () => Promise.resolve(logged.some((line) => line.includes("could not be reloaded"))));
    expect(await name()).toBe("first.example");
    await pair("a", "second.example");
    await until("second.example", name);
  });

  test("changed certificates for host names are used, and the names of a flag precede those of a certificate", async () => {
    const implicit = await pair("implicit", "own.example", "other.example");
    const explicit = await pair("explicit", "first.example");
    const url = await start(
      `--tls-sni-cert-key=${implicit.crt},${implicit.key}`,
      `--tls-sni-cert-key=${explicit.crt},${explicit.key}:own.example`,
    );
    const name = async (servername: string) => (await look(url, { servername })).name;
    expect([await name("own.example"), await name("other.example")]).toEqual(["first.example", "own.example"]);
    await pair("explicit", "second.example");
    await until("second.example", () => name("own.example"));
    await pair("implicit", "third.example");
    await until("third.example", () => name("third.example"));
  });

  test("the server accepts clients of an authority that is added", async () => {
    const ca = at("ca.crt");
    writeFileSync(ca, (await createAuthority("other")).certificate);
    const url = await start(`--client-ca-file=${ca}`);
    const cook = await issueClient(authority, "cook", ["system:masters"]);
    expect(await status(url, cook)).toBe(401);
    writeFileSync(ca, authority.certificate);
    // The server may close a connection that was opened before the change of the authority, even
    // while a request is on its way.
    await until(200, () => status(url, cook).catch(() => 0));
    const own = (name: string) => readFileSync(join(folder, "data", name), "utf8");
    expect(await status(url, { certificate: own("admin.crt"), key: own("admin.key") })).toBe(200);
  });

  test("the server ends watches and connections of clients when their authority is removed", async () => {
    const ca = at("ca.crt");
    writeFileSync(ca, authority.certificate);
    const url = await start(`--client-ca-file=${ca}`);
    const cook = await issueClient(authority, "cook", ["system:masters"]);
    const credentials = { cert: cook.certificate, key: cook.key, rejectUnauthorized: false };
    const session = connectHTTP2(url, credentials);
    const watch = session.request({ ":path": `${toppings}?watch=1` });
    await once(watch, "response");
    const agent = new Agent({ ...credentials, keepAlive: true, maxSockets: 1 });
    const kept = () =>
      new Promise<number>((resolve, reject) => {
        request(new URL(toppings, url), { agent }, (response) => {
          response.resume().on("end", () => {
            resolve(response.statusCode ?? 0);
          });
        })
          .on("error", reject)
          .end();
      });
    expect(await kept()).toBe(200);
    writeFileSync(ca, (await createAuthority("other")).certificate);
    await once(session, "goaway");
    // A request can fail because the server is closing the connection.
    await until(401, () => kept().catch(() => 0));
    const own = (name: string) => readFileSync(join(folder, "data", name), "utf8");
    let seen = "";
    watch.setEncoding("utf8").on("data", (chunk: string) => (seen += chunk));
    if (!watch.readableEnded) await once(watch, "end");
    const options = {
      method: "POST",
      cert: own("admin.crt"),
      key: own("admin.key"),
      rejectUnauthorized: false,
      agent: false,
    };
    const created = new Promise<number | undefined>((resolve) => {
      request(new URL(toppings, url), options, (response) => {
        response.resume().on("end", () => {
          resolve(response.statusCode);
        });
      }).end(JSON.stringify({ metadata: { name: "basil" }, spec: { cost: 1 } }));
    });
    expect([await created, seen]).toEqual([201, ""]);
    session.destroy();
    agent.destroy();
  });

  test("the server no longer accepts a certificate that expires during its connection", async () => {
    const ca = at("ca.crt");
    writeFileSync(ca, authority.certificate);
    const url = await start(`--client-ca-file=${ca}`);
    const cook = await issueClient(authority, "cook", ["system:masters"]);
    const session = connectHTTP2(url, { cert: cook.certificate, key: cook.key, rejectUnauthorized: false });
    const statusOf = async () => {
      const stream = session.request({ ":path": toppings });
      const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders & { readonly ":status"?: number }];
      stream.resume();
      return headers[":status"];
    };
    expect(await statusOf()).toBe(200);
    const end = Date.parse(new X509Certificate(cook.certificate).validTo);
    vi.spyOn(Date, "now").mockReturnValue(end + 1000);
    expect(await statusOf()).toBe(401);
    vi.restoreAllMocks();
    session.destroy();
  });

  test("a file without a certificate is an error", async () => {
    writeFileSync(at("ca.crt"), "hello");
    await expect(start(`--client-ca-file=${at("ca.crt")}`)).rejects.toThrow(
      `--client-ca-file: ${at("ca.crt")} does not contain any certificate`,
    );
  });

  test.each([
    ["crt", "", "is not a certificate (PEM): the file is empty"],
    ["crt", "hello", "is not a certificate (PEM): "],
    ["key", "", "is not a private key (PEM): the file is empty"],
    ["key", "hello", "is not a private key (PEM): "],
  ] as const)("a file .%s with the content %j is an error that names the file", async (file, content, message) => {
    const a = await pair("a", "a.example");
    writeFileSync(a[file], content);
    await expect(start(`--tls-cert-file=${a.crt}`, `--tls-private-key-file=${a.key}`)).rejects.toThrow(
      `--tls-cert-file, --tls-private-key-file: ${a[file]} ${message}`,
    );
  });

  test("an error about a certificate or a key says what to do, if the reason is known", async () => {
    const a = await pair("a", "a.example");
    const [certificate, key] = [readFileSync(a.crt, "utf8"), readFileSync(a.key, "utf8")];
    const flags = [`--tls-cert-file=${a.crt}`, `--tls-private-key-file=${a.key}`];
    writeFileSync(a.crt, key);
    await expect(start(...flags)).rejects.toThrow("The file contains a private key: were the two files exchanged?");
    writeFileSync(a.crt, new X509Certificate(certificate).raw);
    await expect(start(...flags)).rejects.toThrow("possibly DER: convert it with openssl x509 -inform DER");
    writeFileSync(a.crt, certificate);
    writeFileSync(a.key, certificate);
    await expect(start(...flags)).rejects.toThrow("The file contains a certificate: were the two files exchanged?");
    const encrypted = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" } as const;
    writeFileSync(a.key, createPrivateKey(key).export(encrypted));
    await expect(start(...flags)).rejects.toThrow("The key is encrypted: remove its passphrase");
    await expect(start(`--tls-cert-file=${folder}`, `--tls-private-key-file=${a.key}`)).rejects.toThrow(
      `--tls-cert-file, --tls-private-key-file: ${folder}: EISDIR`,
    );
  });

  test("the server warns of a key and of tokens that other users can read", async () => {
    const { crt, key } = await pair("a", "127.0.0.1");
    writeFileSync(at("tokens.csv"), "token,bob,1\n");
    for (const file of [crt, key, at("tokens.csv")]) chmodSync(file, 0o644);
    await start(`--tls-cert-file=${crt}`, `--tls-private-key-file=${key}`, `--token-auth-file=${at("tokens.csv")}`);
    const text = logged.join("");
    for (const file of [key, at("tokens.csv")])
      expect(text).toContain(`${file} has the mode 0644, so that other users can read it: change the mode to 0600`);
    expect(text).not.toContain(`${crt} has the mode`);
  });

  test("a key of another certificate is an error", async () => {
    const [a, b] = [await pair("a", "a.example"), await pair("b", "b.example")];
    const startMixed = () => start(`--tls-cert-file=${a.crt}`, `--tls-private-key-file=${b.key}`);
    const message = `--tls-cert-file, --tls-private-key-file: ${a.crt} and ${b.key} do not match: private key does not match public key`;
    await expect(startMixed()).rejects.toThrow(new Error(message));
    const { privateKey } = generateKeyPairSync("ed25519");
    writeFileSync(b.key, privateKey.export({ type: "pkcs8", format: "pem" }));
    await expect(startMixed()).rejects.toThrow(new Error(message));
  });
});

const defaults = defaultsOf(secureServingFlags);

describe("the protocol", () => {
  test("the server uses HTTP/2 for clients that support it, unless it is disabled", async () => {
    expect((await look(await start())).alpn).toBe("h2");
    await server?.stop();
    const url = await start("--disable-http2-serving");
    expect((await look(url)).alpn).not.toBe("h2");
    const own = (name: string) => readFileSync(join(folder, "data", name), "utf8");
    expect(await status(url, { certificate: own("admin.crt"), key: own("admin.key") })).toBe(200);
  });

  test("the minimum TLS version comes from the flag, and is 1.2 by default", async () => {
    const url = await start();
    await expect(look(url, { maxVersion: "TLSv1.1", minVersion: "TLSv1" })).rejects.toThrow();
    expect((await look(url, { maxVersion: "TLSv1.2" })).protocol).toBe("TLSv1.2");
    await server?.stop();
    await expect(look(await start("--tls-min-version=VersionTLS13"), { maxVersion: "TLSv1.2" })).rejects.toThrow();
  });

  test("the server accepts only the cipher suites of the flag", async () => {
    const url = await start("--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
    const with12 = (ciphers: string) => look(url, { maxVersion: "TLSv1.2", ciphers });
    expect((await with12("ECDHE-ECDSA-AES256-GCM-SHA384")).protocol).toBe("TLSv1.2");
    await expect(with12("ECDHE-ECDSA-AES128-GCM-SHA256")).rejects.toThrow();
    // As in Go, the flag does not disable TLS 1.3.
    expect((await look(url)).protocol).toBe("TLSv1.3");
  });

  test("the server knows all cipher suites of its table", () => {
    const known = getCiphers();
    expect(Object.values(cipherSuites).filter((name) => !known.includes(name.toLowerCase()))).toEqual([]);
  });

  test("the server uses only the key exchanges of the flag", async () => {
    const url = await start("--tls-curve-preferences=24,29");
    const exchange = (ecdhCurve: string) => look(url, { ecdhCurve }).then(({ protocol }) => protocol);
    expect([await exchange("X25519"), await exchange("P-521:P-384")]).toEqual(["TLSv1.3", "TLSv1.3"]);
    await expect(exchange("P-521:P-256")).rejects.toThrow();
  });

  test.each([
    ["--http2-max-streams-per-connection=7", 7],
    ["--http2-max-streams-per-connection=0", 100],
    ["--http2-max-streams-per-connection=1000", 1000],
  ])("the server announces the limit of concurrent requests: %s", async (flag, limit) => {
    const session = connectHTTP2(await start(flag), { rejectUnauthorized: false });
    await once(session, "remoteSettings");
    expect(session.remoteSettings.maxConcurrentStreams).toBe(limit);
    session.destroy();
  });

  test.skipIf(validateSecureServing({ ...defaults, permitPortSharing: true }).length > 0)(
    "two servers share a port, with Node.js 22.12 or newer",
    async () => {
      const url = await start("--permit-port-sharing");
      const first = server;
      const second = await start("--permit-port-sharing", `--secure-port=${url.port}`, `--data-dir=${folder}/second`);
      await first?.stop();
      expect((await look(second)).alpn).toBe("h2");
    },
  );

  test("bytes that are not TLS do not affect other connections", async () => {
    const url = await start();
    const stranger = connectTCP(Number(url.port), "127.0.0.1")
      .on("error", () => undefined)
      .resume();
    stranger.write("\x00no TLS");
    await once(stranger, "close");
    expect((await look(url)).alpn).toBe("h2");
  });
});
