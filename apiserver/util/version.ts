/** The document of `/version` (Go: version.Info). `goVersion` contains Node's version. */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

export function versionInfo(major: string, minor: string, gitVersion: string): VersionInfo {
  return {
    major,
    minor,
    gitVersion,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: `node ${process.version}`,
    compiler: "v8",
    platform: `${process.platform}/${process.arch}`,
  };
}

/**
 * Parses the version of a server.
 * @param text version as in Git tags, such as `v1.0.0`
 * @throws Error for another text
 */
export function parseVersion(text: string): VersionInfo {
  const [, major, minor] = /^v(\d+)\.(\d+)\.\d+(?:[-+].*)?$/.exec(text) ?? [];
  if (major === undefined || minor === undefined)
    throw new Error(`the server's version must be like v1.0.0: ${JSON.stringify(text)}`);
  return versionInfo(major, minor, text);
}
