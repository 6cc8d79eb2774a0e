/** An EncryptionConfiguration, `apiserver.config.k8s.io/v1`. */
export interface EncryptionConfiguration {
  readonly resources: readonly ResourceConfiguration[];
}

export interface ResourceConfiguration {
  /**
   * Names of resources: `resource.group`, or `resource` in the core group. `*.group` selects all
   * resources of a group, `*.` those of the core group, and `*.*` those of all groups.
   */
  readonly resources: readonly string[];
  readonly providers: readonly ProviderConfiguration[];
}

/** A provider. Exactly one of the properties is set in a valid configuration. */
export interface ProviderConfiguration {
  readonly aesgcm?: KeyList;
  readonly aescbc?: KeyList;
  readonly secretbox?: KeyList;
  readonly identity?: object;
  readonly kms?: object;
}

export interface KeyList {
  readonly keys: readonly EncryptionKey[];
}

export interface EncryptionKey {
  readonly name: string;
  /** The secret key in base64. */
  readonly secret: string;
}

export const providerNames = ["aesgcm", "aescbc", "secretbox", "identity", "kms"] as const;
export type ProviderName = (typeof providerNames)[number];
