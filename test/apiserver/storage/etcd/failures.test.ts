import { Metadata, status, type ServiceError } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { etcdReadFailure, etcdWriteFailure } from "../../../../apiserver/storage/etcd3/failures.js";

function failed(code: status, details: string): ServiceError {
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata: new Metadata() });
}

test.each([
  [status.UNAVAILABLE, "read ECONNRESET", "UnconfirmedWriteError"],
  [status.UNAVAILABLE, "etcdserver: leader changed", "UnconfirmedWriteError"],
  [status.DEADLINE_EXCEEDED, "Deadline exceeded", "UnconfirmedWriteError"],
  [status.UNKNOWN, "something else", "UnconfirmedWriteError"],
  [status.UNAVAILABLE, "No connection established. Last error: connect ECONNREFUSED", "StorageConnectionError"],
  [status.RESOURCE_EXHAUSTED, "etcdserver: too many requests", "StorageConnectionError"],
  [status.RESOURCE_EXHAUSTED, "etcdserver: mvcc: database space exceeded", "StorageWriteError"],
  [status.INVALID_ARGUMENT, "etcdserver: request is too large", "StorageWriteError"],
  [status.NOT_FOUND, "etcdserver: requested lease not found", "StorageError"],
  [status.PERMISSION_DENIED, "etcdserver: permission denied", "StorageError"],
])("a write that fails with %d %s is a %s", (code, details, name) => {
  expect(etcdWriteFailure(failed(code, details)).name).toBe(name);
});

test.each([
  [status.UNAVAILABLE, "read ECONNRESET", "StorageConnectionError"],
  [status.DEADLINE_EXCEEDED, "Deadline exceeded", "StorageTimeoutError"],
  [status.PERMISSION_DENIED, "etcdserver: permission denied", "StorageError"],
])("a read that fails with %d %s is a %s", (code, details, name) => {
  expect(etcdReadFailure(failed(code, details)).name).toBe(name);
});
