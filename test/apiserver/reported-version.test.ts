import { namespaceGroup } from "@apimachinery/apiserver";
import { newTestServer } from "@apimachinery/apiserver/testing";
import { describe, expect, test } from "vitest";
import { reportedVersion } from "../../apiserver/util/version.js";

describe("the version that a server reports", () => {
  test("is its own one without a version of Kubernetes", () => {
    expect(reportedVersion({ name: "cafe-apiserver", version: "v2.3.4-rc.1" })).toMatchObject({
      major: "2",
      minor: "3",
      gitVersion: "v2.3.4-rc.1",
    });
  });

  test.each([
    ["cafe-apiserver", "v0.1.0", "v1.37.0+cafe-apiserver-0.1.0"],
    ["my_server.x", "v1.0.0-rc.1+build.5", "v1.37.0+my-server.x-1.0.0-rc.1-build.5"],
  ])("has name and version of %s %s as build metadata", (name, version, gitVersion) => {
    const reported = reportedVersion({ name, version, kubernetesVersion: "1.37" });
    expect(reported).toMatchObject({ major: "1", minor: "37", gitVersion });
  });

  test.each([
    [{}, "v0.0.0"],
    [{ kubernetesVersion: "1.37" }, "v1.37.0+test-server-0.0.0"],
  ])("of a server for tests with %j is %s", async (properties, gitVersion) => {
    const server = newTestServer({ groups: [namespaceGroup], ...properties });
    expect(JSON.parse(await server.client.text({ method: "GET", path: "/version" }))).toMatchObject({ gitVersion });
    await server.stop();
  });

  test.each(["", "1", "v1.37", "1.37.2", "1.x", "01.2", "1.37 "])("cannot be %j", (kubernetesVersion) => {
    expect(() => reportedVersion({ name: "cafe", version: "v0.1.0", kubernetesVersion })).toThrow(
      `the server's kubernetesVersion must have a major and a minor number, like "1.37": ${JSON.stringify(kubernetesVersion)}`,
    );
  });
});
