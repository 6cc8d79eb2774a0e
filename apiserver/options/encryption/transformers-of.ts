import {
  PrefixTransformers,
  aesCBC,
  aesGCM,
  identity,
  secretbox,
  type Prefixed,
  type ResourceTransformers,
  type Transformation,
  type Transformer,
} from "../../storage/index.js";
import type { EncryptionConfiguration, EncryptionKey, ProviderConfiguration } from "./configuration.js";
import { splitResource } from "./validate-resources.js";

type OnTransformation = (transformation: Transformation) => void;

/** Creates the transformers that encrypt and decrypt stored objects, from a valid configuration. */
export async function transformersOf(
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
