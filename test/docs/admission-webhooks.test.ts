import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { Webhook } from "../../apiserver/admission/webhook/webhook-configuration.js";
import { createAuthority, issueServing } from "../../apiserver/certificates/authority.js";
import { ClusterPeer } from "../apiserver/cluster/cluster-peer.js";
import { putNamespace } from "../apiserver/cluster/in-cluster.js";
import { putWebhooks } from "../apiserver/cluster/webhook-server.js";
import { pizza, pizzas, toppings } from "../apiserver/harness.js";
import { APIClient } from "../apiserver/process/api-client.js";
import { ServerProcess } from "../apiserver/process/built-server.js";
import { repository } from "../package/tarballs.js";
import { fencedBlocks } from "./fenced-blocks.js";

const blocks = fencedBlocks(readFileSync(join(repository, "docs/admission-webhooks.md"), "utf8"));
const textOf = (language: string, part: string) =>
  blocks.find(({ info, text }) => info[0] === language && text.includes(part))?.text ?? "";

let folder = "";
let peer: ClusterPeer;
let webhook: ChildProcess;
let server: ServerProcess;
let client: APIClient;
let caBundle = "";
let port = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "admission-webhooks-"));
  peer = await ClusterPeer.start();
  putNamespace(peer, "default");
  const authority = await createAuthority("webhook-ca");
  const { certificate, key } = await issueServing(authority, ["127.0.0.1"]);
  caBundle = Buffer.from(authority.certificate).toString("base64");
  writeFileSync(join(folder, "webhook.crt"), certificate);
  writeFileSync(join(folder, "webhook.key"), key);
  // The port of the page may be in use on this machine.
  const program = textOf("js", "createServer").replace(
    ".listen(8444, ",
    '.listen(0, function () { console.log(this.address().port); }).on("listening", ',
  );
  writeFileSync(join(folder, "webhook.mjs"), program);
  webhook = spawn(process.execPath, ["webhook.mjs"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = (await once(webhook.stdout ?? webhook, "data")) as [Buffer];
  port = Number(/\d+/.exec(printed.toString())?.[0]);
  server = new ServerProcess(
    "--secure-port=0",
    "--bind-address=127.0.0.1",
    `--data-dir=${folder}/data`,
    `--write-kubeconfig=${folder}/kubeconfig`,
    `--kubeconfig=${peer.kubeconfig()}`,
  );
  client = new APIClient(await server.serving(), join(folder, "kubeconfig"));
  for (const name of ["tomato", "pineapple"])
    await client.send("POST", toppings, { metadata: { name }, spec: { cost: 1 } });
});

afterAll(async () => {
  client.close();
  server.child.kill("SIGTERM");
  webhook.kill();
  await Promise.all([server.ended(), peer.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the webhook of the page with another path. */
function webhookOfPage(path: string): Webhook {
  const { webhooks } = parse(textOf("yaml", "ValidatingWebhookConfiguration")) as { readonly webhooks: [Webhook] };
  return { ...webhooks[0], clientConfig: { url: `https://127.0.0.1:${port}${path}`, caBundle } };
}

test("the webhook of the page refuses pineapple and labels other pizzas, on a server with --kubeconfig", async () => {
  putWebhooks(peer, "validating", "pizza-policy", webhookOfPage("/check"));
  putWebhooks(peer, "mutating", "pizza-label", webhookOfPage("/label"));
  const create = async (name: string, ...names: readonly string[]) =>
    (await client.send("POST", `${pizzas}?dryRun=All`, pizza(name, ...names))).json;
  await expect
    .poll(() => create("x", "pineapple"))
    .toMatchObject({
      code: 403,
      message: 'admission webhook "pineapple.example.com" denied the request: no pineapple',
    });
  expect(textOf("text", "Error from server")).toContain(
    'admission webhook "pineapple.example.com" denied the request: no pineapple',
  );
  await expect.poll(() => create("x", "tomato")).toMatchObject({ metadata: { labels: { checked: "yes" } } });
});

test("metrics of the server count the calls", async () => {
  expect(await client.text("/metrics")).toContain(
    'apiserver_admission_webhook_rejection_count{name="pineapple.example.com",type="validating",operation="CREATE",error_type="no_error",rejection_code="403"}',
  );
});

test("a pizza in a namespace that the cluster does not have is refused", async () => {
  const { json } = await client.send("POST", pizzas.replace("/default/", "/nowhere/"), pizza("x", "tomato"));
  expect(json).toMatchObject({ code: 404, message: 'namespaces "nowhere" not found' });
});

test("enabling policies is an error at the start", async () => {
  const refused = new ServerProcess(
    `--kubeconfig=${peer.kubeconfig()}`,
    "--enable-admission-plugins=ValidatingAdmissionPolicy,NamespaceLifecycle",
  );
  expect(await refused.ended()).toBe(1);
  expect(refused.err).toContain(
    'enable-admission-plugins plugin "ValidatingAdmissionPolicy" is not supported: remove it, because this server has no admission policies',
  );
});
