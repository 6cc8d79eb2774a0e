import { ChannelCredentials, credentials, type ClientOptions, type experimental } from "@grpc/grpc-js";
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";

/** PEM certificates and keys for TLS connections to etcd. */
export interface EtcdTLS {
  /** Certificates of the CAs that sign etcd's certificates. Default: those of Node. */
  readonly ca?: string;
  /**
   * Client certificate and its key. Absent if etcd does not authenticate clients by certificate.
   */
  readonly pair?: { readonly certificate: string; readonly key: string };
}

/** Credentials and options of the connection to one member of etcd. */
export interface MemberConnection {
  readonly credentials: ChannelCredentials;
  readonly options: ClientOptions;
}

type Connector = experimental.SecureConnector;

/** Credentials that are read again for each connection, so that renewed certificates are used. */
class RenewableCredentials extends ChannelCredentials {
  /** @param current returns the credentials for a new connection */
  constructor(private readonly current: () => ChannelCredentials) {
    super();
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: ChannelCredentials): boolean {
    return this === other;
  }

  override _createSecureConnector(...args: Parameters<ChannelCredentials["_createSecureConnector"]>): Connector {
    const newConnector = (): Connector => this.current()._createSecureConnector(...args);
    const first = newConnector();
    return {
      connect: (socket) => newConnector().connect(socket),
      waitForReady: () => first.waitForReady(),
      getCallCredentials: () => first.getCallCredentials(),
      destroy: () => {
        first.destroy();
      },
    };
  }
}

/**
 * Returns the credentials and options for a connection to a URL. The connection uses TLS for
 * `https` only.
 * @param tls returns the certificates for a new connection
 */
export function connectionTo(url: URL, tls: () => EtcdTLS): MemberConnection {
  if (url.protocol !== "https:") return { credentials: credentials.createInsecure(), options: {} };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = new RenewableCredentials(() => {
    const { ca, pair } = tls();
    return credentials.createSsl(bytes(ca), bytes(pair?.key), bytes(pair?.certificate), {
      checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
    });
  });
  // TLS does not permit an IP address as a server name (RFC 6066), so the name `etcd` is sent
  // instead. The certificate is still checked against the IP address.
  return { credentials: secure, options: isIP(host) === 0 ? {} : { "grpc.ssl_target_name_override": "etcd" } };
}

function bytes(text: string | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text);
}
