import { protoTypes } from "../../util/proto-types.js";

/**
 * @file The messages of etcd's gRPC API that this storage uses, from etcd's rpc.proto and kv.proto.
 *   Unused fields are left out. Keys are declared as `string` instead of `bytes`, which have the
 *   same encoding, because the keys of objects are strings.
 */
const declarations = `
message ResponseHeader { int64 revision = 3; }
message KeyValue { string key = 1; int64 modRevision = 3; int64 version = 4; bytes value = 5; }
message Event { int32 type = 1; KeyValue kv = 2; KeyValue prevKv = 3; }

message RangeRequest {
  string key = 1; bytes rangeEnd = 2; int64 limit = 3; int64 revision = 4; bool keysOnly = 8; bool countOnly = 9;
}
message RangeResponse { ResponseHeader header = 1; repeated KeyValue kvs = 2; bool more = 3; int64 count = 4; }

message PutRequest { string key = 1; bytes value = 2; int64 lease = 3; }
message PutResponse { ResponseHeader header = 1; }
message DeleteRangeRequest { string key = 1; }
message DeleteRangeResponse { int64 deleted = 2; }

message RequestOp {
  RangeRequest requestRange = 1; PutRequest requestPut = 2; DeleteRangeRequest requestDeleteRange = 3;
}
message ResponseOp {
  RangeResponse responseRange = 1; PutResponse responsePut = 2; DeleteRangeResponse responseDeleteRange = 3;
}
message Compare { int32 result = 1; int32 target = 2; string key = 3; int64 version = 4; int64 modRevision = 6; }
message TxnRequest { repeated Compare compare = 1; repeated RequestOp success = 2; repeated RequestOp failure = 3; }
message TxnResponse { ResponseHeader header = 1; bool succeeded = 2; repeated ResponseOp responses = 3; }

message CompactionRequest { int64 revision = 1; }
message CompactionResponse { ResponseHeader header = 1; }

message WatchCreateRequest {
  string key = 1; bytes rangeEnd = 2; int64 startRevision = 3; bool progressNotify = 4; bool prevKv = 6;
}
message WatchProgressRequest { }
message WatchRequest { WatchCreateRequest createRequest = 1; WatchProgressRequest progressRequest = 3; }
message WatchResponse {
  ResponseHeader header = 1; bool created = 3; bool canceled = 4; int64 compactRevision = 5; string cancelReason = 6;
  repeated Event events = 11;
}

message LeaseGrantRequest { int64 TTL = 1; }
message LeaseGrantResponse { ResponseHeader header = 1; int64 ID = 2; }

message StatusRequest { }
message StatusResponse { ResponseHeader header = 1; string version = 2; int64 dbSize = 3; }
`;

/** A 64-bit integer, as protobufjs decodes it. etcd's revisions fit into a JavaScript number. */
export type Int64 = number | { toNumber(): number };

export function toNumber(value: Int64): number {
  return typeof value === "number" ? value : value.toNumber();
}

export interface ResponseHeader {
  readonly revision: Int64;
}

interface Answer {
  readonly header: ResponseHeader;
}

export interface EtcdKeyValue {
  readonly key: string;
  /** Revision of the last write of the key. */
  readonly modRevision: Int64;
  /** Number of writes since the key was created. */
  readonly version: Int64;
  readonly value: Uint8Array;
}

export interface EtcdEvent {
  /** 0 for a put, 1 for a deletion. */
  readonly type: number;
  readonly kv: EtcdKeyValue;
  readonly prevKv?: EtcdKeyValue | null;
}

export interface RangeRequest {
  readonly key: string;
  readonly rangeEnd?: Uint8Array;
  readonly limit?: number;
  readonly revision?: number;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
}

export interface RangeResponse extends Answer {
  readonly kvs: readonly EtcdKeyValue[];
  readonly more: boolean;
  /** Number of keys in the range, including those beyond the limit. */
  readonly count: Int64;
}

export interface RequestOp {
  readonly requestRange?: RangeRequest;
  readonly requestPut?: { readonly key: string; readonly value: Uint8Array; readonly lease?: Int64 };
  readonly requestDeleteRange?: { readonly key: string };
}

export interface ResponseOp {
  readonly responseRange?: Omit<RangeResponse, "header"> | null;
  readonly responseDeleteRange?: { readonly deleted: Int64 } | null;
}

/** A condition of a transaction. An absent number is 0. */
export interface Compare {
  /** Comparison operator; 0 is "equal". */
  readonly result: 0;
  /** Compared field: 0 is `version`, 2 is `modRevision`. */
  readonly target: 0 | 2;
  readonly key: string;
  readonly version?: number;
  readonly modRevision?: number;
}

export interface TxnRequest {
  readonly compare: readonly Compare[];
  readonly success: readonly RequestOp[];
  readonly failure: readonly RequestOp[];
}

export interface TxnResponse extends Answer {
  readonly succeeded: boolean;
  readonly responses: readonly ResponseOp[];
}

export interface WatchRequest {
  readonly createRequest?: {
    readonly key: string;
    readonly rangeEnd: Uint8Array;
    readonly startRevision: number;
    readonly progressNotify: boolean;
    readonly prevKv: boolean;
  };
  readonly progressRequest?: Record<string, never>;
}

export interface WatchResponse extends Answer {
  readonly created: boolean;
  readonly canceled: boolean;
  /**
   * Oldest revision of the history if the watch was canceled because of a compaction, otherwise 0.
   */
  readonly compactRevision: Int64;
  readonly cancelReason: string;
  readonly events: readonly EtcdEvent[];
}

export interface LeaseGrantResponse extends Answer {
  readonly ID: Int64;
}

export interface StatusResponse extends Answer {
  readonly version: string;
  /** Size of the database file in bytes. */
  readonly dbSize: Int64;
}

/** A method of etcd's gRPC API, with the codecs of its messages. */
export interface EtcdMethod<Request, Response> {
  readonly path: string;
  readonly encode: (request: Request) => Buffer;
  readonly decode: (bytes: Buffer) => Response;
}

const types = protoTypes(declarations);

function method<Request extends object, Response>(
  path: string,
  requestType: string,
  responseType: string,
): EtcdMethod<Request, Response> {
  const request = types.lookupType(requestType);
  const response = types.lookupType(responseType);
  return {
    path: `/etcdserverpb.${path}`,
    encode: (message) => request.encode(message).finish() as Buffer,
    decode: (bytes) => response.decode(bytes) as object as Response,
  };
}

export const methods = {
  range: method<RangeRequest, RangeResponse>("KV/Range", "RangeRequest", "RangeResponse"),
  txn: method<TxnRequest, TxnResponse>("KV/Txn", "TxnRequest", "TxnResponse"),
  compact: method<{ readonly revision: number }, Answer>("KV/Compact", "CompactionRequest", "CompactionResponse"),
  watch: method<WatchRequest, WatchResponse>("Watch/Watch", "WatchRequest", "WatchResponse"),
  grantLease: method<{ readonly TTL: number }, LeaseGrantResponse>(
    "Lease/LeaseGrant",
    "LeaseGrantRequest",
    "LeaseGrantResponse",
  ),
  status: method<Record<string, never>, StatusResponse>("Maintenance/Status", "StatusRequest", "StatusResponse"),
};
