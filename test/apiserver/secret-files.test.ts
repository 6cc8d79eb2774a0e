import {
  chmodSync,
  chownSync,
  closeSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  lstatSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readUsers } from "../../apiserver/admission/webhook/webhook-factories.js";
import { createAuthority, issueServing } from "../../apiserver/certificates/authority.js";
import { writeSecret } from "../../apiserver/certificates/key-pair-files.js";
import { makeOwnFolder } from "../../apiserver/certificates/own-file.js";
import { standaloneCertificates } from "../../apiserver/certificates/standalone.js";
import { secretFilesOf, warnOfOpenSecrets } from "../../apiserver/options/secret-files.js";
import { defaultOptions, serverFlags } from "../../apiserver/options/server-options.js";

import { openEmbeddedStorage } from "../../apiserver/storage/index.js";

let folder = "";
let data = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-secret-"));
  data = join(folder, "data");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const certificates = () => standaloneCertificates(data, data, ["localhost"]);

describe("writeSecret", () => {
  test("writeSecret does not write into a file that another user has prepared under a predictable name", async () => {
    const file = join(folder, "kubeconfig");
    const prepared = `${file}.${process.pid}.new`;
    writeFileSync(prepared, "", { mode: 0o666 });
    const descriptor = openSync(prepared, "r");
    await writeSecret(file, "secret");
    expect(readSync(descriptor, Buffer.alloc(10), 0, 10, 0)).toBe(0);
    closeSync(descriptor);
    expect([readFileSync(file, "utf8"), lstatSync(file).isFile(), mode(file)]).toEqual(["secret", true, "600"]);
  });

  test("writeSecret does not follow a link at a temporary name or at the file", async () => {
    const file = join(folder, "kubeconfig");
    const victim = join(folder, "victim");
    writeFileSync(victim, "victim");
    symlinkSync(victim, `${file}.${process.pid}.new`);
    symlinkSync(victim, file);
    await writeSecret(file, "secret");
    expect(readFileSync(victim, "utf8")).toBe("victim");
    expect([lstatSync(file).isFile(), mode(file), readFileSync(file, "utf8")]).toEqual([true, "600", "secret"]);
  });

  test("writeSecret leaves no temporary file when it fails", async () => {
    mkdirSync(join(folder, "kubeconfig/full"), { recursive: true });
    await expect(writeSecret(join(folder, "kubeconfig"), "secret")).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["kubeconfig"]);
  });
});

describe("certificates in the data directory", () => {
  test("the error for a key that other users can read names the key", async () => {
    await certificates();
    const file = join(data, "ca.key");
    for (const open of [0o644, 0o640, 0o604]) {
      chmodSync(file, open);
      await expect(certificates()).rejects.toThrow(
        `${file} has the mode 0${open.toString(8)}, so that other users can read it: change the mode to 0600 if no other user has accessed the file, or remove the file`,
      );
    }
    chmodSync(file, 0o600);
    await certificates();
  });

  test("the server refuses a certificate that other users can write, but not one that they can read", async () => {
    await certificates();
    const file = join(data, "ca.crt");
    chmodSync(file, 0o644);
    await certificates();
    chmodSync(file, 0o666);
    await expect(certificates()).rejects.toThrow(`${file} has the mode 0666, so that other users can write it`);
  });

  test.skipIf(!isRoot)("the server refuses an authority that belongs to another user", async () => {
    await certificates();
    for (const name of ["ca.crt", "ca.key"]) chownSync(join(data, name), 1001, 1001);
    await expect(certificates()).rejects.toThrow(/ca\.key belongs to user 1001, not to user 0 of this process/);
  });

  test("files in a volume that Kubernetes assigns to a group keep the permissions of the group", async () => {
    await certificates();
    chmodSync(data, 0o2770);
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o660);
    await certificates();
    chmodSync(join(data, "ca.key"), 0o664);
    await expect(certificates()).rejects.toThrow("so that other users can read it");
  });

  test.each([
    ["ca.crt", "damaged", "is not a certificate (PEM): "],
    ["ca.key", "damaged", "is not a private key (PEM): "],
    ["ca.key", "another", "is not the key of "],
  ])("the error for a %s that is %s names the file and the remedy", async (name, how, message) => {
    await certificates();
    const file = join(data, name);
    writeFileSync(file, how === "damaged" ? "damaged" : readFileSync(join(data, "admin.key")));
    await expect(certificates()).rejects.toThrow(`${file} ${message}`);
    await expect(certificates()).rejects.toThrow(
      `Remove ${join(data, "ca.crt")} and ${join(data, "ca.key")}: the server creates new ones, and clients need its new kubeconfig`,
    );
    for (const each of ["ca.crt", "ca.key"]) rmSync(join(data, each));
    await certificates();
  });
});

describe("certificates from another source, and incomplete pairs", () => {
  const bytes = (names: readonly string[]) => names.map((name) => readFileSync(join(data, name)));

  test.each(["ca", "apiserver", "admin"])("%s without its key or without its certificate is an error", async (name) => {
    await certificates();
    const files = [`${name}.crt`, `${name}.key`];
    const whole = bytes(files);
    for (const [at, missing] of files.entries()) {
      const rest = join(data, files[1 - at] ?? "");
      rmSync(join(data, missing));
      await expect(certificates()).rejects.toThrow(
        `${join(data, missing)} is missing, but ${rest} exists. Restore ${join(data, missing)}, or remove ${rest}: the server creates new ones${name === "ca" ? ", and clients need its new kubeconfig" : ""}`,
      );
      expect(readFileSync(rest)).toEqual(whole[1 - at]);
      writeFileSync(join(data, missing), whole[at] ?? "", { mode: 0o600 });
    }
    await certificates();
    expect(bytes(files)).toEqual(whole);
  });

  test("the error for a foreign serving certificate names the flags for it, and the file does not change", async () => {
    const foreign = await issueServing(await createAuthority("corporate-ca"), ["localhost"]);
    mkdirSync(data, { mode: 0o700 });
    const files = ["apiserver.crt", "apiserver.key"];
    writeFileSync(join(data, "apiserver.crt"), foreign.certificate, { mode: 0o600 });
    writeFileSync(join(data, "apiserver.key"), foreign.key, { mode: 0o600 });
    const before = bytes(files);
    await expect(certificates()).rejects.toThrow(
      `${join(data, "apiserver.crt")} was not created by this server, or is out of date. Name it with --tls-cert-file and --tls-private-key-file in another folder, or remove`,
    );
    expect(bytes(files)).toEqual(before);
  });

  test("after the user has removed the authority, the server creates its certificates again", async () => {
    const { authority, serving, administrator } = await certificates();
    rmSync(join(data, "ca.crt"));
    rmSync(join(data, "ca.key"));
    const renewed = await certificates();
    expect([authority, serving, administrator]).not.toEqual([
      renewed.authority,
      renewed.serving,
      renewed.administrator,
    ]);
    expect(await certificates()).toEqual(renewed);
  });

  test.each(["apiserver", "admin"])("the remedy for a damaged %s.key does not mention the kubeconfig", async (name) => {
    await certificates();
    writeFileSync(join(data, `${name}.key`), "damaged");
    const failure: unknown = await certificates().catch((error: unknown) => error);
    expect((failure as Error).message).toMatch(
      /is not a private key \(PEM\): .*\. Remove .*\.crt and .*\.key: the server creates new ones$/,
    );
  });
});

describe("files with secrets that the operator gives", () => {
  const own = { securePort: 0, dataDir: "", etcdPrefix: "" };
  const flags = serverFlags(own).flatMap((section) => Object.entries(section.flags));
  const fileFlags = flags.filter(([, { placeholder }]) => placeholder === "file").map(([name]) => `--${name}`);
  const defaults = defaultOptions(own);
  const known = secretFilesOf({ ...defaults, tlsSniCertKey: ["x.crt,x.key"] }).map(([flag]) => flag);

  /** Returns the warnings about options whose files all have a mode. */
  async function warnings(mode: number): Promise<readonly string[]> {
    const file = join(folder, "secret");
    writeFileSync(file, "");
    chmodSync(file, mode);
    const options = {
      ...defaults,
      tlsPrivateKeyFile: file,
      tlsSniCertKey: [`x.crt,${file}`],
      tokenAuthFile: file,
      encryptionProviderConfig: file,
      etcdKeyfile: file,
      kubeconfig: file,
      authenticationKubeconfig: file,
      authorizationKubeconfig: file,
      auditWebhookConfigFile: file,
    };
    const logged: string[] = [];
    await warnOfOpenSecrets(options, { info: (_, message) => logged.push(message) });
    return logged;
  }

  test.each([
    [0o644, "read"],
    [0o604, "read"],
    [0o602, "write"],
  ])("a file of the mode %o causes a warning for each of its flags", async (mode, what) => {
    const shown = `0${mode.toString(8)}`;
    const problem = `${join(folder, "secret")} has the mode ${shown}, so that other users can ${what} it`;
    expect(await warnings(mode)).toEqual(
      known.map(
        (flag) =>
          `Warning: ${flag}: ${problem}: change the mode to 0600, or to 0640 if the group of the file is the group of the server`,
      ),
    );
  });

  test("a file that only the owner and a group can read causes no warning, and neither does a missing file", async () => {
    expect([await warnings(0o600), await warnings(0o640)]).toEqual([[], []]);
    const logged: string[] = [];
    const missing = { ...defaults, tokenAuthFile: join(folder, "missing") };
    await warnOfOpenSecrets(missing, { info: (_, message) => logged.push(message) });
    expect(logged).toEqual([]);
  });

  test("a kubeconfig for webhooks that other users can read causes a warning with the position of its name", async () => {
    const file = join(folder, "users");
    const value = {
      apiVersion: "apiserver.config.k8s.io/v1",
      kind: "WebhookAdmissionConfiguration",
      kubeConfigFile: file,
    };
    const logged: string[] = [];
    writeFileSync(file, "apiVersion: v1\nkind: Config\n");
    chmodSync(file, 0o644);
    await readUsers({ value, position: "admission.yaml:4:5" }, (message) => logged.push(message));
    expect(logged).toEqual([
      `Warning: admission.yaml:4:5: kubeConfigFile: ${file} has the mode 0644, so that other users can read it: change the mode to 0600, or to 0640 if the group of the file is the group of the server`,
    ]);
  });

  test("each flag of a file has secrets or is known to have none", () => {
    const withoutSecrets = [
      "--tls-cert-file",
      "--client-ca-file",
      "--requestheader-client-ca-file",
      "--authentication-config",
      "--admission-control-config-file",
      "--audit-policy-file",
      "--audit-log-path",
      "--tracing-config-file",
      "--etcd-cafile",
      "--etcd-certfile",
      "--write-kubeconfig",
    ];
    // The value of this flag has two files.
    const pairs = ["--tls-sni-cert-key"];
    expect([...fileFlags, ...pairs].sort()).toEqual([...known, ...withoutSecrets].sort());
  });
});

describe("the folder of the store", () => {
  const store = () => join(data, "store");
  const make = () => makeOwnFolder(store());
  beforeEach(() => {
    mkdirSync(data, { mode: 0o777 });
  });

  test("the server creates the folder for its owner only, and accepts it at the next start", async () => {
    await make();
    expect(mode(store())).toBe("700");
    await make();
  });

  test("the server refuses the folder if other users can write to it", async () => {
    mkdirSync(store());
    chmodSync(store(), 0o777);
    await expect(make()).rejects.toThrow(
      `${store()} has the mode 0777, so that other users can write it: change the mode to 0700 if no other user has accessed the file, or remove the file`,
    );
    chmodSync(store(), 0o755);
    await make();
  });

  test("the folder can belong to the group of a volume", async () => {
    chmodSync(data, 0o2775);
    mkdirSync(store());
    chmodSync(store(), 0o2770);
    await make();
    chmodSync(store(), 0o2777);
    await expect(make()).rejects.toThrow("has the mode 0777");
  });

  test("the folder can be a link of the user", async () => {
    mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(folder, "elsewhere"), store());
    await make();
    chmodSync(join(folder, "elsewhere"), 0o777);
    await expect(make()).rejects.toThrow("has the mode 0777");
  });

  test.skipIf(!isRoot)(
    "the server refuses the folder if another user has created it or a link with its name",
    async () => {
      mkdirSync(store(), { mode: 0o700 });
      chownSync(store(), 1001, 1001);
      await expect(make()).rejects.toThrow(`${store()} belongs to user 1001, not to user 0 of this process`);
      rmSync(store(), { recursive: true });
      mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
      symlinkSync(join(folder, "elsewhere"), store());
      lchownSync(store(), 1001, 1001);
      await expect(make()).rejects.toThrow(`${store()} belongs to user 1001, not to user 0 of this process`);
    },
  );
});

test("all files in the data directory have the mode 0600, all folders 0700, also with umask 022", async () => {
  const umask = process.umask(0o022);
  try {
    await certificates();
    const storage = await openEmbeddedStorage({ directory: join(data, "store") });
    await storage.create("/a", Buffer.from("x"));
    const modes = readdirSync(data, { recursive: true, encoding: "utf8" }).map((name) => [
      name,
      mode(join(data, name)),
    ]);
    expect(modes).toContainEqual(["store/data.mdb", "600"]);
    expect(
      modes.filter(([name = "", found]) => found !== (statSync(join(data, name)).isDirectory() ? "700" : "600")),
    ).toEqual([]);
    expect(mode(data)).toBe("700");
    await storage.close();
  } finally {
    process.umask(umask);
  }
});

test("the server removes the permissions of other users from a store of an earlier version", async () => {
  const directory = join(data, "store");
  await (await openEmbeddedStorage({ directory })).close();
  chmodSync(join(directory, "data.mdb"), 0o644);
  await (await openEmbeddedStorage({ directory })).close();
  expect(mode(join(directory, "data.mdb"))).toBe("600");
});
