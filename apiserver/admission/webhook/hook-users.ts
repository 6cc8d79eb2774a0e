import { clientConfigOf, inClusterConfig, type ClientConfig, type Kubeconfig } from "@apimachinery/client";

/** Credentials of this server for a webhook. */
export type Credentials = Pick<ClientConfig, "tls" | "auth" | "impersonate">;

/** Name of the context that is created for a user. */
const context = "webhook";

/**
 * The users of a kubeconfig, whose names are addresses of webhooks (Go:
 * webhook.AuthenticationInfoResolver).
 */
export class HookUsers {
  readonly #kubeconfig: Kubeconfig | undefined;
  readonly #environment: Readonly<Record<string, string | undefined>>;

  /** @param kubeconfig undefined if the server has no credentials for webhooks */
  constructor(kubeconfig: Kubeconfig | undefined, environment = process.env) {
    this.#kubeconfig = kubeconfig;
    this.#environment = environment;
  }

  /**
   * Returns the credentials for a webhook, from the user with the most specific name. In a pod, its
   * service account is used for kube-apiserver itself, unless a user has that name.
   * @param target host and port
   * @throws KubeconfigError for a user whose credentials cannot be used
   */
  async credentialsFor(target: string): Promise<Credentials> {
    const kubeconfig = this.#kubeconfig ?? empty;
    const own = ownNamesOf(target).find((name) => kubeconfig.users.has(name));
    if (own !== undefined) return credentialsOf(kubeconfig, own);
    const pod = target === "kubernetes.default.svc:443" ? await inClusterConfig(this.#environment) : undefined;
    if (pod !== undefined) return credentialsIn(pod.config);
    const current = kubeconfig.contexts.get(kubeconfig.currentContext)?.user ?? "";
    const other = ["*", current].find((name) => kubeconfig.users.has(name));
    return other === undefined ? {} : credentialsOf(kubeconfig, other);
  }
}

const empty: Kubeconfig = { clusters: new Map(), users: new Map(), contexts: new Map(), currentContext: "" };

/** Returns the user names that match only this address, which are those without `*`. */
function ownNamesOf(target: string): readonly string[] {
  return [...namesOf(target), ...(target.endsWith(":443") ? namesOf(target.slice(0, -":443".length)) : [])];
}

/** Returns the user names that match an address: `a.b.c`, `*.b.c`, `*.c`. */
function namesOf(target: string): readonly string[] {
  const steps = target.split(".");
  return [target, ...steps.slice(1).map((_step, index) => `*.${steps.slice(index + 1).join(".")}`)];
}

/** Reads the credentials of a user through a context that has only this user. */
async function credentialsOf(kubeconfig: Kubeconfig, user: string): Promise<Credentials> {
  const position = kubeconfig.users.get(user)?.position ?? "";
  const cluster = {
    position,
    server: "https://webhook",
    tlsServerName: "",
    insecureSkipTLSVerify: false,
    certificateAuthority: undefined,
    proxyURL: "",
    disableCompression: false,
  };
  const { config } = await clientConfigOf({
    clusters: new Map([[context, cluster]]),
    users: kubeconfig.users,
    contexts: new Map([[context, { position, cluster: context, user, namespace: "" }]]),
    currentContext: context,
  });
  return credentialsIn(config);
}

function credentialsIn({ tls = {}, auth = {}, impersonate }: ClientConfig): Credentials {
  return { tls, auth, ...(impersonate === undefined ? {} : { impersonate }) };
}
