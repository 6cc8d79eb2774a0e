import { Fuzz_int32, Fuzz_Quantity } from "@apimachinery/runtime/testing";
import * as fc from "fast-check";
import { withSomeAnnotationsOrNone } from "../meta/annotations.js";
import type {
  ContainerResourceMetricSource,
  ContainerResourceMetricStatus,
  ExternalMetricSource,
  ExternalMetricStatus,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  MetricSpec,
  MetricTarget,
  MetricValueStatus,
  ObjectMetricSource,
  ObjectMetricStatus,
  PodsMetricSource,
  PodsMetricStatus,
  ResourceMetricSource,
  ResourceMetricStatus,
  ScaleStatus,
} from "./types.js";
import {
  autoFuzz_ContainerResourceMetricSource,
  autoFuzz_ContainerResourceMetricStatus,
  autoFuzz_ExternalMetricSource,
  autoFuzz_ExternalMetricStatus,
  autoFuzz_HorizontalPodAutoscaler,
  autoFuzz_HorizontalPodAutoscalerBehavior,
  autoFuzz_HorizontalPodAutoscalerSpec,
  autoFuzz_HorizontalPodAutoscalerStatus,
  autoFuzz_ObjectMetricSource,
  autoFuzz_ObjectMetricStatus,
  autoFuzz_PodsMetricSource,
  autoFuzz_PodsMetricStatus,
  autoFuzz_ResourceMetricSource,
  autoFuzz_ResourceMetricStatus,
  autoFuzz_ScaleStatus,
  Fuzz_MetricSpec,
} from "./zz_generated.fuzz.js";

/**
 * @file Restricts random values to those that v1 can represent. In v1, a metric has only the fields
 * for targets and values of its own type.
 */

type Target = fc.Arbitrary<MetricTarget>;
type Value = fc.Arbitrary<MetricValueStatus>;

export function Fuzz_ObjectMetricSource(): fc.Arbitrary<ObjectMetricSource> {
  return withTarget(
    autoFuzz_ObjectMetricSource(),
    target("Value", ["value"]),
    target("AverageValue", ["value", "averageValue"]),
  );
}

export function Fuzz_PodsMetricSource(): fc.Arbitrary<PodsMetricSource> {
  return withTarget(autoFuzz_PodsMetricSource(), target("AverageValue", ["averageValue"]));
}

export function Fuzz_ResourceMetricSource(): fc.Arbitrary<ResourceMetricSource> {
  return withTarget(autoFuzz_ResourceMetricSource(), ...resourceTargets()).filter(({ name }) => name !== "cpu");
}

export function Fuzz_ContainerResourceMetricSource(): fc.Arbitrary<ContainerResourceMetricSource> {
  return withTarget(autoFuzz_ContainerResourceMetricSource(), ...resourceTargets());
}

export function Fuzz_ExternalMetricSource(): fc.Arbitrary<ExternalMetricSource> {
  return withTarget(
    autoFuzz_ExternalMetricSource(),
    target("Value", ["value"]),
    target("AverageValue", ["averageValue"]),
  );
}

export function Fuzz_ObjectMetricStatus(): fc.Arbitrary<ObjectMetricStatus> {
  return withCurrent(autoFuzz_ObjectMetricStatus(), value(["value"]), value(["value", "averageValue"]));
}

export function Fuzz_PodsMetricStatus(): fc.Arbitrary<PodsMetricStatus> {
  return withCurrent(autoFuzz_PodsMetricStatus(), value(["averageValue"]));
}

export function Fuzz_ResourceMetricStatus(): fc.Arbitrary<ResourceMetricStatus> {
  return withCurrent(
    autoFuzz_ResourceMetricStatus(),
    value(["averageValue"]),
    value(["averageValue", "averageUtilization"]),
  );
}

export function Fuzz_ContainerResourceMetricStatus(): fc.Arbitrary<ContainerResourceMetricStatus> {
  return withCurrent(
    autoFuzz_ContainerResourceMetricStatus(),
    value(["averageValue"]),
    value(["averageValue", "averageUtilization"]),
  );
}

export function Fuzz_ExternalMetricStatus(): fc.Arbitrary<ExternalMetricStatus> {
  return withCurrent(autoFuzz_ExternalMetricStatus(), value(["value"]), value(["value", "averageValue"]));
}

export function Fuzz_HorizontalPodAutoscaler(): fc.Arbitrary<HorizontalPodAutoscaler> {
  return autoFuzz_HorizontalPodAutoscaler().map(withSomeAnnotationsOrNone);
}

/** An empty behavior does not survive a round trip, so it is absent. */
export function Fuzz_HorizontalPodAutoscalerBehavior(): fc.Arbitrary<HorizontalPodAutoscalerBehavior> {
  return autoFuzz_HorizontalPodAutoscalerBehavior().filter((behavior) => Object.keys(behavior).length > 0);
}

/**
 * The list of metrics is never empty, because v1 has a default for it. The last metric is the CPU
 * metric, for which v1 has a separate field.
 */
export function Fuzz_HorizontalPodAutoscalerSpec(): fc.Arbitrary<HorizontalPodAutoscalerSpec> {
  const cpu = Fuzz_int32().map((averageUtilization): MetricSpec[] => [
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } },
  ]);
  const others = fc.array(Fuzz_MetricSpec(), { minLength: 1, maxLength: 2 });
  const metrics = fc.oneof(
    cpu,
    others,
    fc.tuple(others, cpu).map(([first, last]) => [...first, ...last]),
  );
  return fc.tuple(autoFuzz_HorizontalPodAutoscalerSpec(), metrics).map(([spec, metrics]) => ({ ...spec, metrics }));
}

/** The list of conditions is either absent or not empty. */
export function Fuzz_HorizontalPodAutoscalerStatus(): fc.Arbitrary<HorizontalPodAutoscalerStatus> {
  return autoFuzz_HorizontalPodAutoscalerStatus().filter(({ conditions }) => conditions?.length !== 0);
}

/** The selector must be valid, because the conversion to older versions of apps parses it. */
export function Fuzz_ScaleStatus(): fc.Arbitrary<ScaleStatus> {
  const selectors = fc.constantFrom("", "app=a", "app=a,tier=b", "app in (a,b)", "!app");
  return fc.tuple(autoFuzz_ScaleStatus(), selectors).map(([status, selector]) => ({ ...status, selector }));
}

function withTarget<T extends { target: MetricTarget }>(
  source: fc.Arbitrary<T>,
  ...targets: readonly Target[]
): fc.Arbitrary<T> {
  return fc.tuple(source, fc.oneof(...targets)).map(([source, target]) => ({ ...source, target }));
}

function withCurrent<T extends { current: MetricValueStatus }>(
  status: fc.Arbitrary<T>,
  ...values: readonly Value[]
): fc.Arbitrary<T> {
  return fc.tuple(status, fc.oneof(...values)).map(([status, current]) => ({ ...status, current }));
}

function resourceTargets(): readonly Target[] {
  return [target("Utilization", ["averageUtilization"]), target("AverageValue", ["averageValue"])];
}

function target(type: string, fields: readonly (keyof MetricValueStatus)[]): Target {
  return value(fields).map((given) => ({ type, ...given }));
}

function value(fields: readonly (keyof MetricValueStatus)[]): Value {
  const all = { value: Fuzz_Quantity(), averageValue: Fuzz_Quantity(), averageUtilization: Fuzz_int32() };
  return fc.record(all).map((given) => Object.fromEntries(fields.map((field) => [field, given[field]])));
}
