import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { connect, TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../../apiserver/certificates/authority.js";
import { TLSListener } from "../../apiserver/http/listener.js";
import { peerOf } from "../../apiserver/http/peer.js";
import { TrustedAuthorities } from "../../apiserver/http/trusted-authorities.js";
import { SocketServer } from "./sockets.js";

let folder = "";
let server: SocketServer;
let bob: KeyPair;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-renegotiation-"));
  server = await SocketServer.create();
  await server.start();
  bob = await server.issue("bob");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Connects over TLS 1.2 and starts a second handshake.
 * @returns the error of the second handshake, undefined if it succeeded
 */
function renegotiated(port: number, { certificate, key }: KeyPair, servername?: string): Promise<Error | undefined> {
  const name = servername === undefined ? {} : { servername };
  const socket = connect({
    port,
    host: "127.0.0.1",
    cert: certificate,
    key,
    maxVersion: "TLSv1.2",
    rejectUnauthorized: false,
    ALPNProtocols: ["http/1.1"],
    ...name,
  });
  return new Promise((resolve) => {
    const settle = (result: Error | undefined) => {
      socket.destroy();
      resolve(result);
    };
    socket.on("error", settle).on("secureConnect", () => {
      socket.renegotiate({ rejectUnauthorized: false }, (error) => {
        settle(error ?? undefined);
      });
    });
  });
}

describe("a second handshake on one connection", () => {
  test("the server refuses a second handshake", async () => {
    expect((await renegotiated(Number(new URL(server.url).port), bob))?.message).toContain("no renegotiation");
  });

  test("the server refuses a second handshake also with named or changed certificates", async () => {
    const authority = await createAuthority("ca");
    const [pair, other] = [
      await issueServing(authority, ["127.0.0.1"]),
      await issueServing(authority, ["other.example"]),
    ];
    const tls = { pair, named: [{ ...other, names: ["other.example"] }], clientCA: authority.certificate };
    const listener = await TLSListener.listen({ tls, bindAddress: "127.0.0.1", port: 0 }, () =>
      Promise.resolve({ status: 200, headers: {}, body: "" }),
    );
    const client = await issueClient(authority, "bob", []);
    for (const material of [tls, { ...tls, pair: other, named: [{ ...pair, names: ["other.example"] }] }]) {
      listener.renew(material);
      expect((await renegotiated(listener.port, client))?.message).toContain("no renegotiation");
      expect((await renegotiated(listener.port, client, "other.example"))?.message).toContain("no renegotiation");
    }
    await listener.close();
  });

  test("without the refusal, a second handshake would not change the identity of the client", () => {
    const socket = new TLSSocket(new PassThrough());
    const authorities = new TrustedAuthorities({ clientCA: "any" });
    const certificate = (CN: string) => ({
      raw: Buffer.from(CN),
      subject: { CN, O: [] as string[] },
      valid_to: "Jan  1 00:00:00 2100 GMT",
    });
    Object.assign(socket, { authorized: false, getPeerCertificate: () => certificate("bob") });
    const { certificate: first } = peerOf(socket, authorities);
    Object.assign(socket, {
      authorized: true,
      getPeerCertificate: () => ({ ...certificate("admin"), subject: { CN: "admin", O: ["system:masters"] } }),
    });
    expect(peerOf(socket, authorities).certificate).toBe(first);
    expect(first).toMatchObject({ commonName: "", organizations: [], isTrusted: false });
    socket.destroy();
  });
});

/** Returns the reason why the C program cannot be compiled; undefined if it can. */
function missingCompiler(): string | undefined {
  try {
    execFileSync("cc", ["-E", "-include", "openssl/ssl.h", "-x", "c", "/dev/null"], { stdio: "pipe" });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT"
      ? "no C compiler (cc)"
      : "no headers of OpenSSL (openssl/ssl.h)";
  }
}

const missing = missingCompiler();

describe(
  missing === undefined
    ? "an OpenSSL client that changes its certificate"
    : `an OpenSSL client that changes its certificate: skipped, ${missing}`,
  () => {
    let program = "";
    beforeAll(async () => {
      if (missing !== undefined) return;
      program = join(folder, "renegotiation");
      execFileSync("cc", ["-o", program, join(import.meta.dirname, "renegotiation.c"), "-lssl", "-lcrypto"]);
      // The attacker's certificate has the name and the group of the administrator, but the server
      // does not trust the certificate's authority.
      const evil = await issueClient(await createAuthority("evil"), "admin", ["system:masters"]);
      writeFileSync(join(folder, "bob.pem"), bob.certificate + bob.key);
      writeFileSync(join(folder, "evil.pem"), evil.certificate + evil.key);
    });

    const forbidden = "HTTP/1.1 403";
    const unauthorized = "HTTP/1.1 401";
    test.skipIf(missing !== undefined).each<[readonly string[], readonly string[]]>([
      [["bob.pem", "none"], [forbidden]],
      [["evil.pem", "none"], [unauthorized]],
      [
        ["bob.pem", "evil.pem"],
        ["closed", forbidden],
      ],
      [
        ["-", "evil.pem"],
        ["closed", forbidden],
      ],
      [
        ["evil.pem", "bob.pem"],
        ["closed", unauthorized],
      ],
      [
        ["bob.pem", "evil.pem", "early"],
        ["closed", forbidden],
      ],
    ])("the server keeps the identity of the first handshake: %j", async (args, allowed) => {
      const { port } = new URL(server.url);
      const client = spawn(program, [port, ...args], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
      let text = "";
      client.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      const [code] = (await once(client, "close")) as [number];
      const lines = text.trim().split("\n");
      expect(code).toBe(0);
      expect(lines).toHaveLength(args.length - 1);
      expect(args[2] === undefined ? forbidden : lines[0]).toBe(forbidden);
      expect(allowed).toContain(lines.at(-1));
    });
  },
);
