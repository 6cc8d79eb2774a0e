import type { FlagSection, FlagValues } from "./flags/flag.js";
import type { RequestHeaderSettings } from "../authentication/request-headers.js";
import { boolFlag, durationFlag, stringsFlag, stringFlag } from "./flags/kinds.js";

/** Flags for the authentication of clients. */
export const authenticationFlags = {
  heading: "Authentication",
  flags: {
    "authentication-kubeconfig": stringFlag(
      "",
      "kubeconfig of the cluster that reviews bearer tokens, and that has the ConfigMap with the CAs of client certificates; if empty, the server authenticates without a cluster",
      "file",
    ),
    "authentication-skip-lookup": boolFlag(
      false,
      "do not read the ConfigMap kube-system/extension-apiserver-authentication of the cluster, which contains the CAs of client certificates",
    ),
    "authentication-tolerate-lookup-failure": boolFlag(
      false,
      "start even if the ConfigMap kube-system/extension-apiserver-authentication cannot be read; client certificates that are signed by the CA of the cluster are then refused",
    ),
    "authentication-token-webhook-cache-ttl": durationFlag(
      "10s",
      "time for which the result of a token review is reused; 0 sends a review for each request",
    ),
    "anonymous-auth": boolFlag(
      true,
      "serve requests without credentials as the user system:anonymous; false refuses them with 401",
    ),
    "authentication-config": stringFlag(
      "",
      "AuthenticationConfiguration of apiserver.config.k8s.io/v1 (YAML) with issuers of JWTs; reloaded when it changes",
      "file",
    ),
    "token-auth-file": stringFlag(
      "",
      "CSV file with bearer tokens: token, user name, uid, and groups in quotes; read at the start",
      "file",
    ),
    "client-ca-file": stringFlag(
      "",
      "PEM file of the CAs that sign client certificates of users; a server without a cluster also trusts its own CA; reloaded when it changes",
      "file",
    ),
    "requestheader-client-ca-file": stringFlag(
      "",
      "PEM file of the CAs of front proxies, which send the authenticated user in request headers; reloaded when it changes",
      "file",
    ),
    "requestheader-allowed-names": stringsFlag(
      [],
      "common names of the certificates of front proxies; empty allows every certificate of --requestheader-client-ca-file",
    ),
    "requestheader-username-headers": stringsFlag(["x-remote-user"], "headers in which a front proxy names the user"),
    "requestheader-uid-headers": stringsFlag([], "headers in which a front proxy names the uid of the user"),
    "requestheader-group-headers": stringsFlag(["x-remote-group"], "headers in which a front proxy names the groups"),
    "requestheader-extra-headers-prefix": stringsFlag(
      ["x-remote-extra-"],
      "prefixes of the headers in which a front proxy names extra values of the user",
    ),
  },
} satisfies FlagSection;

export type AuthenticationOptions = FlagValues<typeof authenticationFlags.flags>;

/** Returns the problems found in the options, one sentence for each problem. */
export function validateAuthentication(options: AuthenticationOptions): string[] {
  const lists = {
    "requestheader-username-headers": options.requestheaderUsernameHeaders,
    "requestheader-group-headers": options.requestheaderGroupHeaders,
    "requestheader-extra-headers-prefix": options.requestheaderExtraHeadersPrefix,
    "requestheader-allowed-names": options.requestheaderAllowedNames,
    "requestheader-uid-headers": options.requestheaderUidHeaders,
  };
  const problems = Object.entries(lists)
    .filter(([, values]) => values.some((value) => value.trim() === ""))
    .map(([flag]) => `empty value in ${JSON.stringify(flag)}`);
  const { requestheaderUidHeaders: uidHeaders } = options;
  if (uidHeaders.length > 0 && !lowerCase(uidHeaders).includes("x-remote-uid"))
    problems.push(
      "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header - API aggregation will not work",
    );
  return problems;
}

/**
 * Returns the front proxy settings in the flags; undefined if the flags contain no CA of front
 * proxies.
 */
export function requestHeadersOf(options: AuthenticationOptions): RequestHeaderSettings | undefined {
  if (options.requestheaderClientCaFile === "") return undefined;
  return {
    allowedNames: options.requestheaderAllowedNames,
    usernameHeaders: lowerCase(options.requestheaderUsernameHeaders),
    uidHeaders: lowerCase(options.requestheaderUidHeaders),
    groupHeaders: lowerCase(options.requestheaderGroupHeaders),
    extraHeadersPrefixes: lowerCase(options.requestheaderExtraHeadersPrefix),
  };
}

function lowerCase(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase());
}
