import { join } from "node:path";
import {
  clientConfigOf,
  defaultClientConfig,
  inClusterConfig,
  isInCluster,
  kubeconfigFiles,
  KubeconfigError,
  loadKubeconfig,
  parseKubeconfig,
  RESTClient,
} from "@apimachinery/client";
import { expect, test } from "vitest";
import { kubeconfigText } from "../../apiserver/certificates/kubeconfig.js";
import { Kinds } from "../../apis/restaurant/v1beta1/zz_generated.register.js";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { administrator, authority, PizzaServer } from "./pizza-server.js";

const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

const first = `apiVersion: v1
kind: Config
clusters:
- name: one
  cluster: { server: https://one:6443, certificate-authority: ca.crt, tls-server-name: api }
users:
- name: me
  user: { token: first }
contexts:
- name: work
  context: { cluster: one, user: me, namespace: kitchen }
`;
const second = `
current-context: work
users:
- name: me
  user: { token: second }
- name: other
  user: { client-certificate-data: ${base64("cert")}, client-key-data: ${base64("key")}, as: bob, as-groups: [a], as-user-extra: { k: [v] } }
contexts:
- name: home
  context: { cluster: one, user: other }
`;

async function problemsOf(promise: Promise<unknown>): Promise<readonly string[] | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => (error instanceof KubeconfigError ? error.problems : [String(error)]),
  );
}

test("the first of several kubeconfigs takes precedence; paths are relative to the folder of each file", async () => {
  const root = temporaryFolder({ "a/config": first, "b/config": second, "a/ca.crt": "authority" });
  const files = kubeconfigFiles({
    KUBECONFIG: ["a/config", "missing", "b/config", "a/config"].map((path) => join(root, path)).join(":"),
  });
  expect(files).toHaveLength(3);
  const kubeconfig = await loadKubeconfig(files);
  expect(await clientConfigOf(kubeconfig)).toEqual({
    namespace: "kitchen",
    config: {
      server: "https://one:6443",
      tls: { ca: "authority", caFile: join(root, "a/ca.crt"), serverName: "api" },
      auth: { token: "first" },
    },
  });
  expect(await clientConfigOf(kubeconfig, "home")).toEqual({
    namespace: "default",
    config: {
      server: "https://one:6443",
      tls: { ca: "authority", caFile: join(root, "a/ca.crt"), serverName: "api", certificate: "cert", key: "key" },
      auth: {},
      impersonate: { user: "bob", groups: ["a"], extra: { k: ["v"] } },
    },
  });
});

test("without KUBECONFIG the client reads the kubeconfig in the home folder", () => {
  expect(kubeconfigFiles({})).toEqual([expect.stringMatching(/[/\\]\.kube[/\\]config$/)]);
});

test.each([
  ["a text that is not YAML", "a: [", /^config:1:5: /],
  ["a list", "- a", /^config:1:1: the document must be a mapping$/],
  ["another kind", "kind: Pod", /^config:1:7: kind must be Config, not Pod$/],
  ["clusters that are not a list", "clusters: {}", /^config:1:11: clusters must be a list$/],
  ["a user without a name", "users:\n- user: {}", /^config:2:3: an item of users has no name$/],
  ["a duplicate name", "users:\n- name: a\n- name: a", /^config:3:3: duplicate name "a" in users$/],
  ["a token that is not a string", "users:\n- name: a\n  user: { token: [] }", /^config:3:18: token must be a string$/],
  [
    "a flag that is not a boolean",
    "clusters:\n- name: a\n  cluster: { insecure-skip-tls-verify: maybe }",
    /^config:3:40: insecure-skip-tls-verify must be true or false$/,
  ],
  [
    "a key that is not base64",
    "users:\n- name: a\n  user:\n    client-key-data: '%%'",
    /^config:4:22: client-key-data is not base64$/,
  ],
  [
    "groups without a user",
    "users:\n- name: a\n  user: { as-groups: [a] }",
    /^config:3:9: as-uid, as-groups and as-user-extra require as$/,
  ],
])("the problem of %s is reported with its position", (_what, text, problem) => {
  expect(() => parseKubeconfig("config", text)).toThrow(problem);
});

const context = (cluster: string, user = "{}") =>
  parseKubeconfig(
    "config",
    `current-context: c\nclusters:\n- name: k\n  cluster: ${cluster}\nusers:\n- name: u\n  user: ${user}\ncontexts:\n- name: c\n  context: { cluster: k, user: u }\n`,
  );

test.each([
  ["{}", "{}", 'config:4:12: cluster "k": no server has been defined: set server to its URL'],
  ["{ server: 'http://[' }", "{}", 'config:4:12: cluster "k": server "http://[" is not a URL'],
  [
    "{ server: a, insecure-skip-tls-verify: true, certificate-authority-data: YQ== }",
    "{}",
    'config:4:12: cluster "k": specifying a root certificates file with the insecure flag is not allowed',
  ],
  [
    "{ server: a, proxy-url: socks5://b }",
    "{}",
    'config:4:12: cluster "k": proxy-url "socks5://b" is not supported: it must be http:// or https://',
  ],
  [
    "{ server: a, certificate-authority: /nowhere/ca }",
    "{}",
    "config:4:48: unable to read /nowhere/ca: ENOENT: no such file or directory, open '/nowhere/ca'",
  ],
  [
    "{ server: a }",
    "{ client-certificate-data: YQ== }",
    'config:7:36: user "u": a client certificate needs client-key or client-key-data',
  ],
  [
    "{ server: a }",
    "{ client-key-data: YQ== }",
    'config:7:28: user "u": a client key needs client-certificate or client-certificate-data',
  ],
  [
    "{ server: a }",
    "{ token: a, username: b }",
    'config:7:9: user "u": more than one authentication method, a token and a username: remove one of them',
  ],
  [
    "{ server: a }",
    "{ exec: { command: aws } }",
    'config:7:17: user "u": exec is not supported: use a client certificate, a tokenFile or a token, for example from `kubectl create token`',
  ],
  [
    "{ server: a }",
    "{ auth-provider: { name: oidc } }",
    'config:7:26: user "u": auth-provider is not supported: use a client certificate, a tokenFile or a token, for example from `kubectl create token`',
  ],
])("a context with the cluster %s and the user %s is refused", async (cluster, user, problem) => {
  expect(await problemsOf(clientConfigOf(context(cluster, user)))).toEqual([problem]);
});

test("a missing context, cluster or user is an error", async () => {
  expect(await problemsOf(clientConfigOf(parseKubeconfig("config", first)))).toEqual([
    "invalid configuration: no current-context is set, and no context was given",
  ]);
  expect(await problemsOf(clientConfigOf(parseKubeconfig("config", first), "wrok"))).toEqual([
    'invalid configuration: context "wrok" does not exist; existing names: work',
  ]);
  const text = "contexts:\n- name: a\n  context: { cluster: k, user: u }\nclusters:\n- name: j\n";
  expect(await problemsOf(clientConfigOf(parseKubeconfig("config", text), "a"))).toEqual([
    'config:3:12: context "a": cluster "k" does not exist; existing names: j',
  ]);
});

test("entries that the context does not use are not checked", async () => {
  const text = `${first}- name: cloud\n  context: { cluster: nowhere, user: missing }\n`.replace(
    "users:\n",
    "users:\n- name: sso\n  user: { exec: { command: aws } }\n",
  );
  const root = temporaryFolder({ config: text, "ca.crt": "authority" });
  expect((await clientConfigOf(await loadKubeconfig([join(root, "config")]), "work")).config.auth).toEqual({
    token: "first",
  });
});

test("a pod's configuration comes from its service account; elsewhere a missing kubeconfig is an error", async () => {
  const folder = temporaryFolder({ token: "t\n", "ca.crt": "authority", namespace: "kitchen" });
  expect(await inClusterConfig({ KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" }, folder)).toEqual(
    {
      namespace: "kitchen",
      config: {
        server: "https://[fd00::1]:443",
        tls: { ca: "authority", caFile: join(folder, "ca.crt") },
        auth: { token: "t", tokenFile: join(folder, "token") },
      },
    },
  );
  expect(await inClusterConfig({})).toBeUndefined();
  expect(await problemsOf(defaultClientConfig({ kubeconfig: join(folder, "config") }))).toEqual([
    `${join(folder, "config")}: the kubeconfig does not exist or is empty`,
  ]);
});

test("the server's kubeconfig is sufficient to reach it; the first request reads a token file", async () => {
  const server = await PizzaServer.start();
  const text = kubeconfigText({
    name: "pizza",
    server: server.url,
    authority: authority.certificate,
    client: administrator,
  });
  const folder = temporaryFolder({ config: text });
  const { config, namespace } = await defaultClientConfig({ kubeconfig: join(folder, "config") });
  const client = new RESTClient(config);
  expect((await client.resource(Kinds.Pizza).namespace(namespace).list()).items).toEqual([]);
  await client.close();
  const lost = new RESTClient({ server: server.url, auth: { tokenFile: join(folder, "token") } });
  await expect(lost.resource(Kinds.Pizza).list()).rejects.toThrow("ENOENT");
  await lost.close();
});

test("a process is in a cluster if its pod has a service account", () => {
  const folder = temporaryFolder({ token: "t" });
  const environment = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  expect(isInCluster(environment, folder)).toBe(true);
  expect(isInCluster(environment, temporaryFolder({}))).toBe(false);
  expect(isInCluster({ KUBERNETES_SERVICE_HOST: "10.0.0.1" }, folder)).toBe(false);
  expect(isInCluster({}, folder)).toBe(false);
});
