import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIssuedBy } from "../../certificates/key-pair.js";
import { isOurs } from "../../certificates/standalone.js";

/**
 * Checks that a kubeconfig can be written: the file does not exist, is empty, or contains only an
 * earlier certificate of the same user.
 * @param authority certificate of the server's authority
 * @throws Error for any other file
 */
export async function requireReplaceable(file: string, user: string, authority: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new Error(`--kubeconfig: ${(error as Error).message}`, { cause: error });
  }
  if (text.trim() === "" || isOfUser(text, user, authority)) return;
  throw new Error(
    `--kubeconfig: ${file} exists, and it is not an earlier kubeconfig of ${JSON.stringify(user)}. Name another file, or remove it`,
  );
}

/**
 * Reports whether a kubeconfig contains only one certificate, and an authority of this server, or
 * of another server of this package, has issued it for the user. Kubeconfigs with other
 * credentials, or with several users, must not be overwritten.
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
