import { credentials, type ChannelCredentials } from "@grpc/grpc-js";

/** PEM texts for connections to etcd with TLS. */
export interface EtcdTLS {
  /** Certificates of the authorities that sign etcd's certificates. Default: those of Node. */
  readonly ca?: string;
  /** Client certificate and its key. */
  readonly pair?: { readonly certificate: string; readonly key: string };
}

/** Returns the credentials for a URL: TLS for `https`, otherwise none. */
export function etcdCredentials({ ca, pair }: EtcdTLS): (url: URL) => ChannelCredentials {
  const bytes = (text: string | undefined): Buffer | null => (text === undefined ? null : Buffer.from(text));
  const secure = credentials.createSsl(bytes(ca), bytes(pair?.key), bytes(pair?.certificate));
  const insecure = credentials.createInsecure();
  return ({ protocol }) => (protocol === "https:" ? secure : insecure);
}
