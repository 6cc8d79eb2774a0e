/**
 * Converts a log line from JSON to the text format of klog: `I1121 14:03:22.123000 4711] "Serving"
 * url="https://…"`.
 */
export function klogLine(json: string): string {
  const { level, ts, msg, ...fields } = JSON.parse(json) as {
    readonly level: string;
    readonly ts: number;
    readonly msg: string;
    readonly [key: string]: unknown;
  };
  const time = new Date(ts);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${two(time.getMonth() + 1)}${two(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":");
  const head = `${level === "error" ? "E" : "I"}${day} ${clock}.${String(time.getMilliseconds()).padStart(3, "0")}000 ${String(process.pid).padStart(7)}]`;
  // The property `v` controls which lines are written. It is not part of the message.
  const tail = Object.entries(fields)
    .filter(([key]) => key !== "v")
    .map(([key, value]) => ` ${key}=${typeof value === "string" ? quoted(value) : JSON.stringify(value)}`);
  return `${head} ${JSON.stringify(msg)}${tail.join("")}\n`;
}

/** Quotes a value. As in klog, values with several lines, such as stacks, are written unquoted. */
function quoted(value: string): string {
  return value.includes("\n") ? `<\n\t${value.replaceAll("\n", "\n\t")}\n >` : JSON.stringify(value);
}
