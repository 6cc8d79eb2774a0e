import { newNotAcceptable, newRequestEntityTooLarge, newTooManyRequests, type StatusError } from "../errors/index.js";
import { readYAML, type ReadYAML } from "./read-yaml.js";
import { QueueTimeoutError } from "./fair-queue.js";
import { hasThread, inThread, YAMLLimitError, type YAMLJob } from "./thread.js";
import { writeYAML } from "./write-yaml.js";

/**
 * Length above which a YAML string is read in a thread, in characters. Reading an unusual string of
 * this length takes tens of milliseconds.
 */
const longToRead = 4 * 1024;
/** Length above which JSON is converted to YAML in a thread, in characters. */
const longToWrite = 128 * 1024;

/**
 * Converts the YAML body of a request to JSON.
 * @param user name of the user that sent the request
 * @throws Error with messages like Go's: `yaml: line 2: …`
 * @throws StatusError 413 if reading takes too long or too much memory, 429 if too many requests
 * wait
 */
export async function readYAMLBody(text: string, user: string): Promise<ReadYAML> {
  if (text.length <= longToRead) return readYAML(text);
  // Tries to read the string as JSON first: JSON is valid YAML, and its parser is a hundred times
  // faster.
  if (isJSON(text)) return { json: text, duplicates: [] };
  if (!hasThread) return readYAML(text);
  const refuse = (limit: string) => newRequestEntityTooLarge(`reading the YAML takes ${limit}: send the body as JSON`);
  return (await done(user, { kind: "read", text }, refuse)) as ReadYAML;
}

/**
 * Converts the JSON of a response to YAML.
 * @param user name of the user that sent the request
 * @throws StatusError 406 if writing takes too long or too much memory, 429 if too many requests
 * wait
 */
export async function writeYAMLBody(json: string, user: string): Promise<string> {
  if (json.length <= longToWrite || !hasThread) return writeYAML(json);
  const refuse = (limit: string) =>
    newNotAcceptable(`writing the response as YAML takes ${limit}: request JSON, or fewer objects with limit`);
  return (await done(user, { kind: "write", text: json }, refuse)) as string;
}

async function done(user: string, job: YAMLJob, refuse: (limit: string) => StatusError): ReturnType<typeof inThread> {
  try {
    return await inThread(user, job);
  } catch (error) {
    if (error instanceof YAMLLimitError) throw refuse(error.message);
    if (error instanceof QueueTimeoutError)
      throw newTooManyRequests("the server is busy with the YAML of other requests: use JSON, or try again later", 1);
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
