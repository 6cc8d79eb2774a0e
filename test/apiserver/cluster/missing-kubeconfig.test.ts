import { join } from "node:path";
import { expect, test } from "vitest";
import { connectCluster } from "../../../apiserver/options/cluster.js";

test.each(["kubeconfig", "authenticationKubeconfig", "authorizationKubeconfig"] as const)(
  "a file of the option %s that does not exist is named",
  async (option) => {
    const file = join(import.meta.dirname, "missing");
    const none = { kubeconfig: "", authenticationKubeconfig: "", authorizationKubeconfig: "" };
    const flag = option.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
    await expect(connectCluster({ ...none, [option]: file }, () => undefined)).rejects.toThrow(
      `--${flag}: ${file}: the kubeconfig does not exist or is empty`,
    );
  },
);
