import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { join } from "node:path";
import { validation } from "@apimachinery/runtime";
import { deployedCertificates } from "../../certificates/deployed.js";
import { folderProblem, isSystemError } from "../../options/folder-problem.js";
import { stringsFlag, stringFlag } from "../../options/flags/kinds.js";
import { newSubcommand } from "./subcommand.js";

interface CertificateOptions {
  readonly host: readonly string[];
  readonly out: string;
}

/**
 * Creates a serving certificate and its authority, for a server in a cluster. If they exist, renews
 * a certificate that expires soon.
 */
export const createServingCertificate = newSubcommand<CertificateOptions>({
  name: "create-serving-certificate",
  description: "create a certificate for a server behind a cluster or for webhooks, with its authority",
  sections: () => [
    {
      heading: "Certificate",
      flags: {
        host: stringsFlag([], "names and addresses by which clients reach the server, such as api.NAMESPACE.svc"),
        out: stringFlag(
          "",
          "folder for ca.crt, ca.key, tls.crt and tls.key; the authority in it is used again",
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
    const { serving } = await deployedCertificates(folder, host).catch(async (error: unknown) => {
      throw isSystemError(error) ? await folderProblem("--out", folder, error) : error;
    });
    const until = new Date(new X509Certificate(serving.certificate).validTo).toISOString().slice(0, 10);
    out(`${join(folder, "tls.crt")} is valid for ${host.join(", ")} until ${until}\n`);
    out(`${join(folder, "ca.crt")} is its authority, for the caBundle of APIServices and webhooks\n`);
  },
});

function isHost(name: string): boolean {
  return isIP(name) !== 0 || validation.isDNS1123Subdomain(name.replace(/^\*\./, "")).length === 0;
}
