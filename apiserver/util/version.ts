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
 * @throws Error for another string
 */
export function parseVersion(text: string): VersionInfo {
  const [, major, minor] = /^v(\d+)\.(\d+)\.\d+(?:[-+].*)?$/.exec(text) ?? [];
  if (major === undefined || minor === undefined)
    throw new Error(`the server's version must be like v1.0.0: ${JSON.stringify(text)}`);
  return versionInfo(major, minor, text);
}

/** The properties of a server's definition from which its version is derived. */
export interface Versioned {
  readonly name: string;
  readonly version: string;
  readonly kubernetesVersion?: string;
}

/**
 * Returns the version that a server reports to clients: its own version, or that of Kubernetes with
 * the server's name and version as build metadata.
 * @throws Error for an invalid version
 */
export function reportedVersion({ name, version, kubernetesVersion }: Versioned): VersionInfo {
  const own = parseVersion(version);
  if (kubernetesVersion === undefined) return own;
  const [, major, minor] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(kubernetesVersion) ?? [];
  if (major === undefined || minor === undefined)
    throw new Error(
      `the server's kubernetesVersion must have a major and a minor number, like "1.37": ${JSON.stringify(kubernetesVersion)}`,
    );
  const build = `${name}-${version.slice(1)}`.replaceAll(/[^0-9A-Za-z.-]/g, "-");
  return versionInfo(major, minor, `v${kubernetesVersion}.0+${build}`);
}
