import { clientConfigOf, type ClientConfig, type Kubeconfig } from "@apimachinery/client";

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

  /** @param kubeconfig undefined if the server has no credentials for webhooks */
  constructor(kubeconfig: Kubeconfig | undefined) {
    this.#kubeconfig = kubeconfig;
  }

  /**
   * Returns the credentials for a webhook, from the user with the most specific name.
   * @param target host and port
   * @throws KubeconfigError for a user whose credentials cannot be used
   */
  async credentialsFor(target: string): Promise<Credentials> {
    const kubeconfig = this.#kubeconfig;
    const user = kubeconfig === undefined ? undefined : this.#userFor(target, kubeconfig);
    return kubeconfig === undefined || user === undefined ? {} : credentialsOf(kubeconfig, user);
  }

  #userFor(target: string, { users, contexts, currentContext }: Kubeconfig): string | undefined {
    const host = target.endsWith(":443") ? target.slice(0, -":443".length) : undefined;
    const names = [...namesOf(target), ...(host === undefined ? [] : namesOf(host)), "*"];
    return [...names, contexts.get(currentContext)?.user ?? ""].find((name) => users.has(name));
  }
}

/** Returns the names of users for an address: `a.b.c`, `*.b.c`, `*.c`. */
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
  const { tls = {}, auth = {}, impersonate } = config;
  return { tls, auth, ...(impersonate === undefined ? {} : { impersonate }) };
}
