import { describe } from "vitest";
import { compareWithGo } from "../judge/compare-with-go.js";
import { randomCase } from "./random-case.js";
import { replay } from "./replay.js";

/**
 * @file Decides random requests with random roles and bindings, and compares the decisions, their
 * reasons and the rules of the users with those of Kubernetes' RBAC authorizer
 * (k8s.io/kubernetes v1.37.2).
 */
describe("roles and bindings give the same decisions as Kubernetes' authorizer", () => {
  compareWithGo({ name: "rbac", recorded: 5000, quick: 250, caseOf: randomCase, replay });
});
