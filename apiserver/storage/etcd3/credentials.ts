import { credentials, type ChannelCredentials } from "@grpc/grpc-js";

/** PEM texts for connections to etcd with TLS. */
export interface EtcdTLS {
  /** Certificates of the authorities that sign etcd's certificates. Default: those of Node. */
  readonly ca?: Buffer;
  /** Client certificate and its key. */
  readonly pair?: { readonly certificate: Buffer; readonly key: Buffer };
}

/** Returns the credentials for a URL: TLS for `https`, otherwise none. */
export function etcdCredentials({ ca, pair }: EtcdTLS): (url: URL) => ChannelCredentials {
  const secure = credentials.createSsl(ca ?? null, pair?.key ?? null, pair?.certificate ?? null);
  const insecure = credentials.createInsecure();
  return ({ protocol }) => (protocol === "https:" ? secure : insecure);
}
