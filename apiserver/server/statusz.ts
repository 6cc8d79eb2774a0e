import type { Response } from "../http/types.js";
import type { VersionInfo } from "../util/version.js";

/** Returns the response of `/statusz`, a summary of the server for its operators. */
export function statuszResponse(version: VersionInfo, paths: readonly string[]): Response {
  const up = Math.floor(process.uptime());
  const two = (value: number) => String(value).padStart(2, "0");
  const lines = [
    "",
    "apiserver statusz",
    "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.",
    "",
    `Started: ${new Date(Date.now() - up * 1000).toUTCString()}`,
    `Up: ${Math.floor(up / 3600)} hr ${two(Math.floor(up / 60) % 60)} min ${two(up % 60)} sec`,
    `Node version: ${process.version}`,
    `Binary version: ${version.gitVersion.replace(/^v/, "")}`,
    `Paths: ${paths.join(" ")}`,
    "",
  ];
  return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: lines.join("\n") };
}
