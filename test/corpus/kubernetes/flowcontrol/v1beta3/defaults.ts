import type {
  ExemptPriorityLevelConfiguration,
  FlowSchemaSpec,
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfiguration,
  QueuingConfiguration,
} from "./types.js";
import { preserveZeroKey } from "./preserve-zero.js";

export function SetDefaults_FlowSchemaSpec(obj: FlowSchemaSpec): void {
  obj.matchingPrecedence ||= 1000;
}

/** In this version, zero shares count as unset unless the annotation exists. */
export function SetDefaults_PriorityLevelConfiguration({ metadata, spec }: PriorityLevelConfiguration): void {
  if (spec.limited === undefined || Object.hasOwn(metadata.annotations ?? {}, preserveZeroKey)) return;
  spec.limited.nominalConcurrencyShares ||= 30;
}

export function SetDefaults_ExemptPriorityLevelConfiguration(obj: ExemptPriorityLevelConfiguration): void {
  obj.nominalConcurrencyShares ??= 0;
  obj.lendablePercent ??= 0;
}

export function SetDefaults_LimitedPriorityLevelConfiguration(obj: LimitedPriorityLevelConfiguration): void {
  obj.lendablePercent ??= 0;
}

export function SetDefaults_QueuingConfiguration(obj: QueuingConfiguration): void {
  obj.handSize ||= 8;
  obj.queues ||= 64;
  obj.queueLengthLimit ||= 50;
}
