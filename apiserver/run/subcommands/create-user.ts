import { X509Certificate } from "node:crypto";
import { stat, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { kubeconfigText } from "../../certificates/kubeconfig.js";
import { readAuthorities } from "../../certificates/serving-files.js";
import { writeSecret } from "../../certificates/key-pair-files.js";
import { newClientCertificate, readAuthority, isOurs } from "../../certificates/standalone.js";
import { each, stringFlag } from "../../options/flags/kinds.js";
import { readAddress } from "../../options/server-address.js";
import { dataDirFlag, validateDataDir } from "./data-dir.js";
import { newSubcommand } from "./subcommand.js";
import { isIssuedBy } from "../../certificates/key-pair.js";

interface CreateUserOptions {
  readonly dataDir: string;
  readonly group: readonly string[];
  readonly kubeconfig: string;
  readonly server: string;
  readonly certificateAuthority: string;
}

/**
 * Signs a client certificate for a user, and writes it into a kubeconfig. The server need not run.
 */
export const createUser = newSubcommand<CreateUserOptions>({
  name: "create-user",
  description: "sign a client certificate for a user, and write a kubeconfig with it",
  operand: "NAME",
  sections: (definition) => [
    {
      heading: "User",
      flags: {
        group: each("group of the user; can be repeated", "group"),
        "data-dir": dataDirFlag(definition),
        kubeconfig: stringFlag(
          "",
          "file that the command writes; an earlier kubeconfig of the same user is replaced",
          "file",
        ),
        server: stringFlag(
          "",
          "URL of the server; if empty, the URL at which the server of --data-dir last served",
          "URL",
        ),
        "certificate-authority": stringFlag(
          "",
          "PEM file with which the user verifies the server, for a server with --tls-cert-file; ca.crt in --data-dir if empty",
          "file",
        ),
      },
    },
  ],
  validate: (options, name) => [
    ...nameProblems("NAME", name),
    ...options.group.flatMap((group) =>
      group === "" ? ["--group must not be empty"] : nameProblems("--group", group),
    ),
    ...validateDataDir(options),
    ...(options.kubeconfig === "" ? ["--kubeconfig must be specified"] : []),
    ...(options.server === "" || isServerURL(options.server)
      ? []
      : [`--server must be a URL with https, such as https://localhost:8443: ${JSON.stringify(options.server)}`]),
  ],
  async act(options, { out }, { name: serverName }, user) {
    const { dataDir, group: groups, kubeconfig } = options;
    const authority = await readAuthority(dataDir);
    if (authority === undefined)
      throw new Error(
        `--data-dir: ${dataDir} has no valid CA (ca.crt, ca.key). Start the server once with this folder: the server creates the CA`,
      );
    await requireReplaceable(kubeconfig, user, authority.certificate);
    const server = await serverOf(options);
    const trust =
      options.certificateAuthority === ""
        ? authority.certificate
        : await readAuthorities("--certificate-authority", options.certificateAuthority);
    const client = await newClientCertificate(authority, user, groups);
    const name = serverName.replace(/-apiserver$/, "");
    await writeTo(kubeconfig, kubeconfigText({ name, server, authority: trust, client, user }));
    const until = new Date(new X509Certificate(client.certificate).validTo).toISOString().slice(0, 10);
    const inGroups = groups.length === 0 ? "" : ` in ${groups.map((group) => JSON.stringify(group)).join(", ")}`;
    out(`${kubeconfig} written: user ${JSON.stringify(user)}${inGroups} of ${server}, valid until ${until}\n`);
  },
});

/**
 * Refuses names with control characters, which would make messages and logs about the user
 * ambiguous.
 */
function nameProblems(what: string, name: string): readonly string[] {
  return /\p{Cc}/u.test(name) ? [`${what} must not contain control characters: ${JSON.stringify(name)}`] : [];
}

function isServerURL(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}

/**
 * Returns the URL of the server for the kubeconfig.
 * @throws Error if the URL of the server is not known
 */
async function serverOf({ server, dataDir }: CreateUserOptions): Promise<string> {
  const known = server === "" ? await readAddress(dataDir) : server;
  if (known !== undefined) return known;
  throw new Error(
    `the URL of the server is not known, because no server has used the store in ${join(dataDir, "store")}: set --server, such as --server=https://localhost:8443`,
  );
}

/**
 * Writes the kubeconfig.
 * @throws Error that names the flag --kubeconfig, if the file cannot be written
 */
async function writeTo(file: string, content: string): Promise<void> {
  const folder = dirname(resolve(file));
  if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true)
    throw new Error(`--kubeconfig: the folder ${folder} does not exist: create it with: mkdir -p ${folder}`);
  try {
    await writeSecret(file, content);
  } catch (error) {
    throw new Error(`--kubeconfig: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Checks that a kubeconfig can be written: the file does not exist, is empty, or contains only an
 * earlier certificate of the same user.
 * @param authority certificate of the server's CA
 * @throws Error for any other file
 */
async function requireReplaceable(file: string, user: string, authority: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new Error(`--kubeconfig: ${(error as Error).message}`, { cause: error });
  }
  if (text.trim() === "" || isOfUser(text, user, authority)) return;
  throw new Error(
    `--kubeconfig: ${file} exists, and it is not an earlier kubeconfig of ${JSON.stringify(user)}. Name another file, or remove this file`,
  );
}

/**
 * Reports whether a kubeconfig contains only one certificate, and a CA of this server, or of
 * another server of this package, has issued it for the user. Kubeconfigs with other credentials,
 * or with several users, must not be overwritten.
 */
function isOfUser(text: string, user: string, authority: string): boolean {
  const certificates = [...text.matchAll(/^\s*client-certificate-data: ([A-Za-z0-9+/=]+)$/gm)];
  const users = [...text.matchAll(/^\s*user:$/gm)];
  const [only] = certificates;
  if (only === undefined || certificates.length > 1 || users.length > 1) return false;
  try {
    const pem = Buffer.from(only[1] ?? "", "base64").toString("utf8");
    const { CN } = new X509Certificate(pem).toLegacyObject().subject as { readonly CN?: unknown };
    return CN === user && (isOurs(pem) || isIssuedBy(pem, authority));
  } catch {
    return false;
  }
}
