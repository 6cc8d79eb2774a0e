import { readFileSync } from "node:fs";
import type { History, HistoryRecord } from "./history.js";

/**
 * Reads a history that `Recorder` has written.
 * @throws Error with the line that is not a record, or if the file is not a history
 */
export function readHistory(path: string): History {
  const lines = readFileSync(path, "utf8").split("\n");
  // The last line ends with a newline, unless the recording process was killed.
  lines.pop();
  const history = lines.map((line, index) => {
    try {
      return JSON.parse(line) as HistoryRecord;
    } catch {
      throw new Error(`${path}:${index + 1} is not a record of a history: ${line.slice(0, 80)}`);
    }
  });
  if (history[0]?.type !== "run") throw new Error(`${path} is not a history: its first line has no type "run"`);
  return history;
}
