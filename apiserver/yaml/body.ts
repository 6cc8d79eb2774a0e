import { newNotAcceptable, newRequestEntityTooLarge, newTooManyRequests, type StatusError } from "../errors/index.js";
import { readYAML, type ReadYAML } from "./read-yaml.js";
import { QueueTimeoutError } from "./fair-queue.js";
import { hasThread, inThread, YAMLLimitError, type YAMLJob } from "./thread.js";
import { writeYAML } from "./write-yaml.js";

/** Longer texts are read in a thread: unusual ones of this length take tens of milliseconds. */
const longToRead = 4 * 1024;
/** Longer JSON texts are written as YAML in a thread. */
const longToWrite = 128 * 1024;

/**
 * A request's YAML as JSON. @param user who sent it @throws Error in words like Go's: `yaml: line
 * 2: …`; StatusError 413 for one that takes too much to read, 429
 */
export async function readYAMLBody(text: string, user: string): Promise<ReadYAML> {
  if (text.length <= longToRead) return readYAML(text);
  // Which is YAML too, and read a hundred times as fast.
  if (isJSON(text)) return { json: text, duplicates: [] };
  if (!hasThread) return readYAML(text);
  const refuse = (limit: string) => newRequestEntityTooLarge(`the YAML takes ${limit} to read, send it as JSON`);
  return (await done(user, { kind: "read", text }, refuse)) as ReadYAML;
}

/**
 * An answer's JSON as YAML. @param user who gets it @throws StatusError 406 for one that takes too
 * much to write, 429
 */
export async function writeYAMLBody(json: string, user: string): Promise<string> {
  if (json.length <= longToWrite || !hasThread) return writeYAML(json);
  const refuse = (limit: string) =>
    newNotAcceptable(`the answer takes ${limit} to write as YAML, ask for JSON or for less (limit)`);
  return (await done(user, { kind: "write", text: json }, refuse)) as string;
}

async function done(user: string, job: YAMLJob, refuse: (limit: string) => StatusError): ReturnType<typeof inThread> {
  try {
    return await inThread(user, job);
  } catch (error) {
    if (error instanceof YAMLLimitError) throw refuse(error.message);
    if (error instanceof QueueTimeoutError)
      throw newTooManyRequests("the server is busy with other YAML, send JSON or try again later", 1);
    throw error;
  }
}

function isJSON(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
