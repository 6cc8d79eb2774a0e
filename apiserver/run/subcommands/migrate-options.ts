import { etcdFlags, validateEtcd, type EtcdOptions } from "../../options/etcd.js";
import { defaultsOf, type FlagSection } from "../../options/flags/flag.js";
import { boolFlag, choice, stringFlag } from "../../options/flags/kinds.js";
import { defaultsOfServer, type ServerDefinition } from "../definition.js";
import { dataDirFlag, validateDataDir } from "./data-dir.js";

const backends = ["", "embedded", "etcd3"] as const;
type Backend = (typeof backends)[number];

export interface MigrateOptions extends EtcdOptions {
  readonly from: Backend;
  readonly to: Backend;
  readonly storageVersion: boolean;
  readonly dataDir: string;
  readonly etcdPrefix: string;
  readonly encryptionProviderConfig: string;
  readonly kubeconfig: string;
}

/** Names of etcd's connection flags that this command has, too. */
const connection = ["etcd-servers", "etcd-cafile", "etcd-certfile", "etcd-keyfile"] as const;

export function migrateFlags(definition: ServerDefinition): readonly FlagSection[] {
  const { etcdPrefix } = defaultsOfServer(definition);
  return [
    {
      heading: "Migration",
      flags: {
        from: choice(backends, "", "storage whose objects are copied; the server must not run"),
        to: choice(backends, "", "storage to which the objects are copied"),
        "storage-version": boolFlag(
          false,
          "write all objects again that are not stored in the current storage version; the server may run",
        ),
        "data-dir": dataDirFlag(definition),
        "encryption-provider-config": stringFlag(
          "",
          "EncryptionConfiguration of the server: objects are decrypted, and encrypted with the first keys",
          "file",
        ),
        kubeconfig: stringFlag(
          "",
          "kubeconfig for --storage-version while the server runs; default: the administrator's certificate in --data-dir",
          "file",
        ),
      },
    },
    {
      heading: "etcd",
      flags: {
        ...Object.fromEntries(connection.map((name) => [name, etcdFlags.flags[name]])),
        "etcd-prefix": stringFlag(etcdPrefix, "prefix of the keys of all objects"),
      },
    },
  ];
}

/** Returns the problems found in the flags, one sentence for each problem. */
export function validateMigrate(given: MigrateOptions): readonly string[] {
  const { from, to, storageVersion, etcdServers, etcdPrefix, kubeconfig } = given;
  const errors = [...validateDataDir(given), ...validateEtcd(withEtcdDefaults(given))];
  const copies = from !== "" || to !== "";
  if (storageVersion && copies) errors.push("--storage-version cannot be used with --from and --to");
  else if (!storageVersion && !copies) errors.push("--from and --to, or --storage-version must be specified");
  else if (copies && from === "") errors.push("--from must be specified");
  else if (copies && to === "") errors.push("--to must be specified");
  else if (copies && from === to) errors.push(`--from and --to must differ: both are ${from}`);
  if (copies && etcdServers.length === 0 && (from === "etcd3" || to === "etcd3"))
    errors.push("--etcd-servers must be specified");
  if (kubeconfig !== "" && (copies || etcdServers.length > 0))
    errors.push("remove --kubeconfig: it has an effect only with --storage-version and the embedded store");
  if (!/^\/.+[^/]$/.test(etcdPrefix))
    errors.push(`--etcd-prefix ${JSON.stringify(etcdPrefix)} must begin with a slash and not end with one`);
  return errors;
}

/** Adds the defaults of the etcd flags that only servers have. */
export function withEtcdDefaults<Options extends MigrateOptions>(options: Options): Options {
  return { ...defaultsOf(etcdFlags), ...options };
}
