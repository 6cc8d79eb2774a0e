import { textOf, toppings, type Json } from "../harness.js";
import type { Answered, APIClient } from "./api-client.js";

/** What a server has answered to a write: from then on it has to be there. */
export interface Acknowledged {
  readonly name: string;
  /** Counts the writes of a name, those without a response too. */
  readonly attempt: number;
  /** Unknown for a deletion, whose response doesn't say. */
  readonly revision: number | undefined;
  readonly isDeletion: boolean;
}

/** Every so many writes of an object, it is deleted. */
const lifetime = 4;

/** The writer of an object marks it at both ends and in its length, so that a half one shows. */
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

/** Which attempt an object is of. @throws Error for one that is not whole */
export function attemptOf({ metadata, spec }: Json): number {
  const { begin, filler, last } = metadata?.["annotations"] ?? {};
  const attempt = Number(textOf(begin));
  if (textOf(last) !== textOf(begin) || Number(spec?.["cost"]) !== attempt || textOf(filler) !== fillerOf(attempt)) {
    throw new Error(`half an object: ${JSON.stringify(metadata)}`);
  }
  return attempt;
}

/** Whether the write of this number deletes what is there. */
export function isDeletion(attempt: number): boolean {
  return attempt % lifetime === 0;
}

/**
 * Creates, changes and deletes a few toppings of its own until the server is gone. @param attempts
 * by name, in and out
 */
export async function write(
  client: APIClient,
  writer: number,
  attempts: Map<string, number>,
  tell: (write: Acknowledged) => void,
): Promise<void> {
  try {
    for (let turn = 0; ; turn++) await writeOnce(client, `w${writer}-${turn % 5}`, attempts, tell);
  } catch (error) {
    // It was killed: what was not answered may have happened or not.
    if (error instanceof UnexpectedAnswer) throw error;
  }
}

async function writeOnce(
  client: APIClient,
  name: string,
  attempts: Map<string, number>,
  tell: (write: Acknowledged) => void,
): Promise<void> {
  const path = `${toppings}/${name}`;
  const current = await client.send("GET", path);
  const attempt = (attempts.get(name) ?? 0) + 1;
  attempts.set(name, attempt);
  const version = textOf(current.json["metadata"]?.["resourceVersion"]);
  const mustDelete = isDeletion(attempt) && current.status === 200;
  let response: Answered;
  if (current.status === 404) response = await client.send("POST", toppings, marked(name, attempt));
  else if (mustDelete) response = await client.send("DELETE", path);
  else response = await client.send("PUT", path, marked(name, attempt, version));
  // A writer is alone with its names: nothing can be in its way.
  if (response.status !== (current.status === 404 ? 201 : 200))
    throw new UnexpectedAnswer(`${name}: ${response.status} ${JSON.stringify(response.json)}`);
  const revision = textOf(response.json["metadata"]?.["resourceVersion"]);
  tell({ name, attempt, revision: mustDelete ? undefined : Number(revision), isDeletion: mustDelete });
}

class UnexpectedAnswer extends Error {}
