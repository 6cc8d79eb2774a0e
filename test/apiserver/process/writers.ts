import { textOf, toppings, type Json } from "../harness.js";
import type { APIResponse, APIClient } from "./api-client.js";

/** A write that the server has acknowledged. The server must not lose it. */
export interface Acknowledged {
  readonly name: string;
  /**
   * Number of this write among all writes to the name. Writes that received no response are also
   * counted.
   */
  readonly attempt: number;
  /** Revision of the write; undefined for a deletion, whose response does not contain it. */
  readonly revision: number | undefined;
  readonly isDeletion: boolean;
}

/** Number of writes in a cycle of an object. The last write of each cycle deletes the object. */
const lifetime = 4;

/**
 * Returns an object that contains the number of its write at its beginning and its end, and a
 * filler of known length. With these values, a reader detects an incomplete object.
 */
export function marked(name: string, attempt: number, resourceVersion?: string): object {
  const mark = String(attempt);
  return {
    metadata: { name, resourceVersion, annotations: { begin: mark, filler: fillerOf(attempt), last: mark } },
    spec: { cost: attempt },
  };
}

function fillerOf(attempt: number): string {
  return "x".repeat(200 + (attempt % 7) * 400);
}

/**
 * Returns the number of the write that stored an object.
 * @throws Error for an incomplete object
 */
export function attemptOf({ metadata, spec }: Json): number {
  const { begin, filler, last } = metadata?.["annotations"] ?? {};
  const attempt = Number(textOf(begin));
  if (textOf(last) !== textOf(begin) || Number(spec?.["cost"]) !== attempt || textOf(filler) !== fillerOf(attempt)) {
    throw new Error(`half an object: ${JSON.stringify(metadata)}`);
  }
  return attempt;
}

/** Reports whether the write with this number deletes the object. */
export function isDeletion(attempt: number): boolean {
  return attempt % lifetime === 0;
}

/**
 * Creates, changes and deletes toppings until the server is killed.
 * @param attempts number of writes by name; updated in place
 */
export async function write(
  client: APIClient,
  writer: number,
  attempts: Map<string, number>,
  acknowledge: (write: Acknowledged) => void,
): Promise<void> {
  try {
    for (let turn = 0; ; turn++) await writeOnce(client, `w${writer}-${turn % 5}`, attempts, acknowledge);
  } catch (error) {
    // The server was killed before it responded. The write may or may not be stored.
    if (error instanceof UnexpectedResponse) throw error;
  }
}

async function writeOnce(
  client: APIClient,
  name: string,
  attempts: Map<string, number>,
  acknowledge: (write: Acknowledged) => void,
): Promise<void> {
  const path = `${toppings}/${name}`;
  const current = await client.send("GET", path);
  const attempt = (attempts.get(name) ?? 0) + 1;
  attempts.set(name, attempt);
  const version = textOf(current.json["metadata"]?.["resourceVersion"]);
  const mustDelete = isDeletion(attempt) && current.status === 200;
  let response: APIResponse;
  if (current.status === 404) response = await client.send("POST", toppings, marked(name, attempt));
  else if (mustDelete) response = await client.send("DELETE", path);
  else response = await client.send("PUT", path, marked(name, attempt, version));
  // Each writer uses separate names, so that writes cannot conflict.
  if (response.status !== (current.status === 404 ? 201 : 200))
    throw new UnexpectedResponse(`${name}: ${response.status} ${JSON.stringify(response.json)}`);
  const revision = textOf(response.json["metadata"]?.["resourceVersion"]);
  acknowledge({ name, attempt, revision: mustDelete ? undefined : Number(revision), isDeletion: mustDelete });
}

class UnexpectedResponse extends Error {}
