import { newNotAcceptable, newRequestEntityTooLarge, newTooManyRequests } from "../errors/index.js";
import type { StatusError } from "../errors/index.js";
import { readYAML } from "./read-yaml.js";
import type { ReadYAML } from "./read-yaml.js";
import { hasThread, inThread, YAMLBusyError, YAMLLimitError } from "./thread.js";
import type { YAMLJob } from "./thread.js";
import { writeYAML } from "./write-yaml.js";

/** From so many characters on a text is read in a thread of its own, which itself takes as long as this. */
const longToRead = 16 * 1024;
/** The same of a JSON text that is written as YAML. */
const longToWrite = 128 * 1024;

/** A request's YAML as JSON. @throws Error in words like Go's: `yaml: line 2: …`; StatusError 413 for one that takes too much to read, 429 */
export async function readYAMLBody(text: string): Promise<ReadYAML> {
  if (text.length <= longToRead) return readYAML(text);
  // Which is YAML too, and read a hundred times as fast.
  if (isJSON(text)) return { json: text, duplicates: [] };
  if (!hasThread) return readYAML(text);
  const refuse = (limit: string) => newRequestEntityTooLarge(`the YAML takes ${limit} to read, send it as JSON`);
  return (await done({ kind: "read", text }, refuse)) as ReadYAML;
}

/** An answer's JSON as YAML. @throws StatusError 406 for one that takes too much to write, 429 */
export async function writeYAMLBody(json: string): Promise<string> {
  if (json.length <= longToWrite || !hasThread) return writeYAML(json);
  const refuse = (limit: string) => newNotAcceptable(`the answer takes ${limit} to write as YAML, ask for JSON or for less (limit)`);
  return (await done({ kind: "write", text: json }, refuse)) as string;
}

async function done(job: YAMLJob, refuse: (limit: string) => StatusError): ReturnType<typeof inThread> {
  try {
    return await inThread(job);
  } catch (error) {
    if (error instanceof YAMLLimitError) throw refuse(error.message);
    if (error instanceof YAMLBusyError) throw newTooManyRequests("the server is busy with other YAML, send JSON or try again later", 1);
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
