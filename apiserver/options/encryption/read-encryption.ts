import { readFile } from "node:fs/promises";
import { field } from "@apimachinery/runtime";
import {
  type ResourceTransformers,
  type Transformation,
  PrefixTransformers,
  aesCBC,
  aesGCM,
  identity,
  secretbox,
  type Prefixed,
  type Transformer,
} from "../../storage/index.js";
import { decodeConfiguration } from "./decode-configuration.js";
import { PositionedDocument, printFieldPath } from "./positioned-document.js";
import { validateConfiguration } from "./validate-configuration.js";
import { validateMasks, splitResource } from "./validate-resources.js";
import type { EncryptionConfiguration, EncryptionKey, ProviderConfiguration } from "./configuration.js";

/**
 * Reads an EncryptionConfiguration.
 * @throws Error that lists all problems and their positions
 */
export async function readEncryption(
  file: string,
  onTransformation: (transformation: Transformation) => void,
): Promise<ResourceTransformers> {
  const text = await read(file);
  const document = new PositionedDocument(file, text);
  const problems = [...document.problems];
  const check = (): void => {
    if (problems.length > 0) throw new Error(problems.join("\n"));
  };
  check();
  const configuration = decodeConfiguration(document.value, (path, message) => {
    problems.push(`${document.position(path)}: ${message}`);
  });
  check();
  validateConfiguration(configuration, (path, type, badValue, detail) => {
    const message = field.errorText({ type, field: printFieldPath(path), badValue, detail });
    problems.push(`${document.position(path)}: ${message}`);
  });
  check();
  validateMasks(configuration.resources, (path, message) => {
    problems.push(`${document.position(path)}: ${message}`);
  });
  check();
  return transformersOf(configuration, onTransformation);
}

async function read(file: string): Promise<string> {
  const name = `encryption provider configuration file ${JSON.stringify(file)}`;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`error reading ${name}: ${(error as Error).message}`, { cause: error });
  }
  if (text === "") throw new Error(`${name} is empty`);
  return text;
}

type OnTransformation = (transformation: Transformation) => void;

/** Creates the transformers that encrypt and decrypt stored objects, from a valid configuration. */
async function transformersOf(
  { resources }: EncryptionConfiguration,
  onTransformation: OnTransformation,
): Promise<ResourceTransformers> {
  const entries = new Map<string, Prefixed[]>();
  for (const { resources: names, providers } of resources) {
    const own = await Promise.all(providers.map((provider) => prefixed(provider, onTransformation)));
    for (const name of names) {
      const { group, resource } = splitResource(name);
      const key = group === "" && resource !== "*" ? resource : `${resource}.${group}`;
      // As in Go, a resource in several lists has the providers of all these lists.
      entries.set(key, [...(entries.get(key) ?? []), ...own]);
    }
  }
  return new Map([...entries].map(([name, all]) => [name, chain(all, "no matching prefix found", onTransformation)]));
}

async function prefixed(
  { aesgcm, aescbc, secretbox: box }: ProviderConfiguration,
  onTransformation: OnTransformation,
): Promise<Prefixed> {
  const aesKeys = aesgcm ?? aescbc;
  if (aesKeys !== undefined)
    return {
      prefix: `k8s:enc:${aesgcm === undefined ? "aescbc" : "aesgcm"}:v1:`,
      transformer: await keyed(aesKeys.keys, aesgcm === undefined ? aesCBC : aesGCM, "AES", onTransformation),
    };
  if (box === undefined) return { prefix: "", transformer: identity };
  return {
    prefix: "k8s:enc:secretbox:v1:",
    transformer: await keyed(box.keys, secretbox, "Secretbox", onTransformation),
  };
}

/**
 * Returns a transformer that encrypts with the first key. It decrypts a value with the key that
 * encrypted the value.
 */
async function keyed(
  keys: readonly EncryptionKey[],
  create: (secret: Buffer) => Transformer | Promise<Transformer>,
  provider: string,
  onTransformation: OnTransformation,
): Promise<Transformer> {
  const entries = keys.map(async ({ name, secret }) => ({
    prefix: `${name}:`,
    transformer: await create(Buffer.from(secret, "base64")),
  }));
  const noMatch = `no matching key was found for the provided ${provider} transformer`;
  return chain(await Promise.all(entries), noMatch, onTransformation);
}

/**
 * Returns a transformer that encrypts with the first entry. It decrypts a value with the entry that
 * has the prefix of the value.
 * @throws Error for an empty list, which validation refuses
 */
function chain(entries: readonly Prefixed[], noMatch: string, onTransformation: OnTransformation): Transformer {
  const [first, ...others] = entries;
  if (first === undefined) throw new Error("a provider needs a key");
  return new PrefixTransformers({ entries: [first, ...others], noMatch, onTransformation });
}
