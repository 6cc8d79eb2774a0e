import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { join } from "node:path";
import { validation } from "@apimachinery/runtime";
import { folderProblem, isSystemError } from "../../options/folder-problem.js";
import { stringsFlag, stringFlag } from "../../options/flags/kinds.js";
import { newSubcommand } from "./subcommand.js";
import type * as authorities from "../../certificates/authority.js";
import { readOrCreate } from "../../certificates/key-pair-files.js";
import { isFresh, isIssuedBy, isIssuedByName, type KeyPair } from "../../certificates/key-pair.js";

interface CertificateOptions {
  readonly host: readonly string[];
  readonly out: string;
}

/**
 * Creates a serving certificate and its CA, for a server in a cluster. If they exist, renews a
 * certificate that expires soon.
 */
export const createServingCertificate = newSubcommand<CertificateOptions>({
  name: "create-serving-certificate",
  description: "create a certificate for a server behind a cluster or for webhooks, with its CA",
  sections: () => [
    {
      heading: "Certificate",
      flags: {
        host: stringsFlag([], "names and addresses by which clients reach the server, such as api.NAMESPACE.svc"),
        out: stringFlag(
          "",
          "folder for ca.crt, ca.key, tls.crt and tls.key; a CA in the folder is used again",
          "folder",
        ),
      },
    },
  ],
  validate: ({ host, out }) => [
    ...(host.length === 0
      ? ["--host must be specified: a cluster reaches the Service api of the namespace shop by --host=api.shop.svc"]
      : []),
    ...host
      .filter((name) => !isHost(name))
      .map((name) => `--host: ${JSON.stringify(name)} is neither a DNS name nor an IP address`),
    ...(out === "" ? ["--out must be specified"] : []),
  ],
  async act({ host, out: folder }, { out }) {
    const serving = await servingCertificate(folder, host).catch(async (error: unknown) => {
      throw isSystemError(error) ? await folderProblem("--out", folder, error) : error;
    });
    const until = new Date(new X509Certificate(serving.certificate).validTo).toISOString().slice(0, 10);
    out(`${join(folder, "tls.crt")} is valid for ${host.join(", ")} until ${until}\n`);
    out(`${join(folder, "ca.crt")} is its CA certificate, for the caBundle of APIServices and webhooks\n`);
  },
});

function isHost(name: string): boolean {
  return isIP(name) !== 0 || validation.isDNS1123Subdomain(name.replace(/^\*\./, "")).length === 0;
}

/** Common name of the CA of deployed servers. */
const authorityName = "apimachinery-serving-ca";

const day = 24 * 60 * 60 * 1000;

/**
 * Returns a serving certificate from the files `ca` and `tls` (`.crt`, `.key`) in a folder. Creates
 * the files if they do not exist. Replaces a serving certificate that the current CA has not
 * issued, that does not contain all hosts, or whose validity ends in less than 30 days. The CA
 * stays the same in the last two cases, so clients can continue to trust it.
 * @param hosts DNS names and addresses by which clients reach the server
 */
async function servingCertificate(folder: string, hosts: readonly string[]): Promise<KeyPair> {
  const isOurs = (certificate: string) => isIssuedByName(certificate, authorityName);
  const authority = await readOrCreate({
    folder,
    name: "ca",
    isUsable: ({ certificate }) => isFresh(certificate) && isOurs(certificate),
    isOurs,
    create: async () => (await library()).createAuthority(authorityName),
    effect: ", and clients need the new CA certificate",
    alternative: "Choose another folder",
  });
  return readOrCreate({
    folder,
    name: "tls",
    isUsable: ({ certificate }) =>
      isIssuedBy(certificate, authority.certificate) && isLasting(certificate) && covers(certificate, hosts),
    isOurs,
    create: async () => (await library()).issueServing(authority, hosts),
    effect: "",
    alternative: "Choose another folder",
  });
}

function isLasting(certificate: string): boolean {
  return Date.parse(new X509Certificate(certificate).validTo) > Date.now() + 30 * day;
}

function covers(certificate: string, hosts: readonly string[]): boolean {
  const parsed = new X509Certificate(certificate);
  return hosts.every((host) => (isIP(host) === 0 ? parsed.checkHost(host) : parsed.checkIP(host)) !== undefined);
}

/** Loads the certificate library only when a certificate must be created. */
function library(): Promise<typeof authorities> {
  return import("../../certificates/authority.js");
}
