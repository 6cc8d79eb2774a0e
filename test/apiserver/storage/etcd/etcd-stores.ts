import { credentials } from "@grpc/grpc-js";
import { EtcdClient } from "../../../../apiserver/storage/etcd3/etcd-client.js";
import { EtcdStorage, type EtcdStorageOptions } from "../../../../apiserver/storage/etcd3/etcd-storage.js";
import { toNumber, type RequestOp, type TxnRequest } from "../../../../apiserver/storage/etcd3/messages.js";
import type { Storage } from "../../../../apiserver/storage/index.js";
import { ShiftedStorage } from "./shifted-storage.js";

/** Opens a storage without TLS. Resolves when it knows that etcd reports its revision. */
export async function openEtcd(
  servers: readonly string[],
  options: Partial<EtcdStorageOptions> = {},
): Promise<EtcdStorage> {
  let known = (): void => undefined;
  const versions = new Promise<void>((resolve) => (known = resolve));
  const storage = new EtcdStorage({
    servers,
    credentialsOf: () => credentials.createInsecure(),
    timeout: 10_000,
    leaseReuse: 60,
    onVersions: known,
    ...options,
  });
  await versions;
  return storage;
}

/** A key that is not under the prefix of any object. */
const dummy = "empty";

/** Removes all keys from etcd, and returns a storage whose revisions begin at 1. */
export async function openEmptyEtcd(server: string): Promise<Storage> {
  const client = new EtcdClient({
    servers: [server],
    credentialsOf: () => credentials.createInsecure(),
    timeout: 10_000,
  });
  await client.transact(always({ requestDeleteRange: { key: "\0", rangeEnd: Buffer.of(0) } }));
  // The store has no objects at the revisions 0 and 1 of the view.
  const { header } = await client.transact(always({ requestPut: { key: dummy, value: Buffer.from("") } }));
  await client.transact(always({ requestDeleteRange: { key: dummy } }));
  client.close();
  return new ShiftedStorage(await openEtcd([server]), toNumber(header.revision));
}

function always(operation: RequestOp): TxnRequest {
  return { compare: [], success: [operation], failure: [] };
}
