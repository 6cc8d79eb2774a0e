import { clientConfigOf, inClusterConfig, type ClientConfig, type Kubeconfig } from "@apimachinery/client";

/** Credentials with which this server calls a webhook. */
export type Credentials = Pick<ClientConfig, "tls" | "auth" | "impersonate">;

/** Name of the kubeconfig context that is created temporarily to read the credentials of a user. */
const context = "webhook";

/**
 * The users of a kubeconfig file with credentials for webhooks. The name of a user is the address
 * of a webhook, such as `hook.example.com:8443` or `*.example.com` (Go:
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
   * Returns the credentials for a webhook. Uses the user whose name matches the address most
   * specifically, except the user `*`. If no such user exists, uses the first of the following that
   * exists: the pod's service account (only for kube-apiserver's own service), the user `*`, the
   * user of the current context. Otherwise, the result is empty.
   * @param target host and port of the webhook
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

/**
 * Returns the user names that match an address, most specific first, except the name `*`. For the
 * port 443, names without a port match too.
 */
function ownNamesOf(target: string): readonly string[] {
  return [...namesOf(target), ...(target.endsWith(":443") ? namesOf(target.slice(0, -":443".length)) : [])];
}

/** Returns the user names that match the address `a.b.c`: `a.b.c`, `*.b.c`, `*.c`. */
function namesOf(target: string): readonly string[] {
  const steps = target.split(".");
  return [target, ...steps.slice(1).map((_step, index) => `*.${steps.slice(index + 1).join(".")}`)];
}

/**
 * Reads the credentials of a user, through a temporary kubeconfig whose only context has this user.
 */
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
