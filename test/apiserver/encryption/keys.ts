import { writeFileSync } from "node:fs";

/** Secrets with 32 bytes in base64. */
export const secrets = {
  one: Buffer.alloc(32, 1).toString("base64"),
  two: Buffer.alloc(32, 2).toString("base64"),
};

/** Returns a provider with keys, the first of which encrypts. */
export function provider(name: "aescbc" | "aesgcm" | "secretbox", ...keys: readonly (keyof typeof secrets)[]): string {
  const lines = keys.map((key) => `            - {name: ${key}, secret: ${secrets[key]}}\n`);
  return `      - ${name}:\n          keys:\n${lines.join("")}`;
}

export const identity = "      - identity: {}\n";

/** Writes an EncryptionConfiguration with one list of resources. */
export function writeConfiguration(file: string, providers: readonly string[], ...resources: readonly string[]): void {
  const names = resources.map((name) => `      - '${name}'\n`).join("");
  writeFileSync(
    file,
    `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources:
${names}    providers:
${providers.join("")}`,
  );
}
