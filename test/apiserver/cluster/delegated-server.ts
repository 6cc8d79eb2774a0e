import { writeFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { parseOptionsOf, startAPIServer, type RunningServer, type ServerDefinition } from "@apimachinery/apiserver";
import { createAuthority, issueServing, type KeyPair } from "../../../apiserver/certificates/authority.js";
import { pizzaServer } from "../../../cmd/pizza-apiserver/server.js";
import type { ClusterPeer } from "./cluster-peer.js";

/** Response of a server, with the parsed body. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

const settingsPath = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";

/** A pizza server in this process whose users are those of a cluster that a peer plays. */
export class DelegatedServer {
  readonly #server: RunningServer;
  readonly logged: readonly string[];

  private constructor(server: RunningServer, logged: readonly string[]) {
    this.#server = server;
    this.logged = logged;
  }

  /** @param flags in addition to the kubeconfigs, the address and the certificate */
  static async start(
    peer: ClusterPeer,
    flags: readonly string[] = [],
    definition: ServerDefinition = pizzaServer,
  ): Promise<DelegatedServer> {
    const authority = await createAuthority("serving");
    const { certificate, key } = await issueServing(authority, ["127.0.0.1"]);
    const [certFile, keyFile] = [join(peer.folder, "tls.crt"), join(peer.folder, "tls.key")];
    writeFileSync(certFile, certificate);
    writeFileSync(keyFile, key);
    const kubeconfig = peer.kubeconfig();
    const args = [
      "--storage-backend=memory",
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      `--tls-cert-file=${certFile}`,
      `--tls-private-key-file=${keyFile}`,
      `--authentication-kubeconfig=${kubeconfig}`,
      `--authorization-kubeconfig=${kubeconfig}`,
      ...flags,
    ];
    const problems: string[] = [];
    const parsed = parseOptionsOf(definition, args, { out: () => undefined, err: (text) => problems.push(text) });
    if ("exitCode" in parsed) throw new Error(problems.join(""));
    const logged: string[] = [];
    const log = {
      error: (message: string, error?: unknown) => void logged.push(`${message}: ${String(error)}`),
      info: () => undefined,
      isEnabled: () => false,
    };
    return new DelegatedServer(await startAPIServer(definition, parsed.options, log), logged);
  }

  /** Sends a request on its own connection. */
  send(path: string, headers: Readonly<Record<string, string | readonly string[]>>, client?: KeyPair): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const credentials = client === undefined ? {} : { cert: client.certificate, key: client.key };
      const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
      const options = { headers: all, rejectUnauthorized: false, agent: false, ...credentials };
      const request = httpsRequest(`${this.#server.url}${path}`, options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
        response.on("error", reject);
      });
      request.on("error", reject);
      request.end();
    });
  }

  get url(): string {
    return this.#server.url;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

/** Publishes the settings of authentication in the peer, as kube-apiserver does. */
export function publishSettings(
  peer: ClusterPeer,
  { clientCA, proxyCA, names = ["front-proxy-client"] }: { clientCA?: KeyPair; proxyCA?: KeyPair; names?: string[] },
): void {
  peer.put(settingsPath, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "extension-apiserver-authentication", namespace: "kube-system" },
    data: {
      ...(clientCA === undefined ? {} : { "client-ca-file": clientCA.certificate }),
      ...(proxyCA === undefined
        ? {}
        : {
            "requestheader-client-ca-file": proxyCA.certificate,
            "requestheader-allowed-names": JSON.stringify(names),
            "requestheader-username-headers": '["X-Remote-User"]',
            "requestheader-uid-headers": '["X-Remote-Uid"]',
            "requestheader-group-headers": '["X-Remote-Group"]',
            "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
          }),
    },
  });
}
