import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Scheme, type bytes } from "@apimachinery/runtime";
import { decodeProtobuf } from "@apimachinery/runtime/protobuf";
import { joinGroups } from "../../../apiserver/server/join-groups.js";
import { groupsServer } from "../../peers/groups/definition.js";
import { repository } from "../repository.js";

/** A request of a client, and what identifies its response. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly accept?: string; readonly "content-type"?: string };
  /** The body in base64: Helm writes Secrets as protobuf. */
  readonly body: bytes;
  readonly status: number;
  /** Names of the objects in the response, as `namesIn` returns them. */
  readonly names: readonly string[];
}

/** Folder of the recorded requests. */
export const recordings = join(repository, "test/interop/recorded");

/** Returns the requests of a file that has one of them on each line. */
export function readRequests(file: string): readonly RecordedRequest[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as RecordedRequest);
}

/** An object, a list or a table in a response. */
interface Named {
  readonly metadata?: { readonly name?: string; readonly generateName?: string };
  readonly items?: readonly Named[];
  readonly rows?: readonly { readonly object: Named }[];
}

const scheme = new Scheme();
for (const { install } of joinGroups(groupsServer.groups)) install(scheme);

/**
 * Returns the names of the objects in the body of a response, which is JSON or protobuf. A
 * generated name is reduced to its base, because its end is random.
 */
export function namesIn(body: Uint8Array): readonly string[] {
  const { items, rows, ...object } = decoded(body);
  const named = items ?? rows?.map((row) => row.object) ?? [object];
  return named.flatMap(({ metadata }) => metadata?.generateName ?? metadata?.name ?? []);
}

function decoded(body: Uint8Array): Named {
  if (body[0] === "{".charCodeAt(0)) return JSON.parse(Buffer.from(body).toString()) as Named;
  return decodeProtobuf(scheme, body) as Named; // A list or an object, as in JSON.
}
