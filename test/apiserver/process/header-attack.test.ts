import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { HeaderBlock, requestHTTP2 } from "../raw-http2.js";
import { ServerProcess } from "./built-server.js";

const folder = mkdtempSync(join(tmpdir(), "apimachinery-headers-"));
let server: ServerProcess | undefined;
afterAll(async () => {
  server?.child.kill("SIGKILL");
  await server?.ended();
  rmSync(folder, { recursive: true, force: true });
});

test("a process with a heap of 256 MB survives 40 requests whose headers unpack to 8 MB", async () => {
  vi.stubEnv("NODE_OPTIONS", "--max-old-space-size=256");
  server = new ServerProcess(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--storage-backend=memory",
    `--data-dir=${folder}`,
  );
  vi.unstubAllEnvs();
  const url = await server.serving();
  for (let index = 0; index < 40; index++) {
    // The header block has only a few thousand bytes on the wire. Its last header differs in each
    // request.
    const block = new HeaderBlock()
      .get("/version")
      .indexed("accept", "a/b,".repeat(990))
      .repeat(1988)
      .literal("accept", `x${String(index)}/y`);
    expect(await requestHTTP2(url, block)).toContain('"code":431');
  }
  expect(await requestHTTP2(url, new HeaderBlock().get("/livez"))).toBe("ok");
});
