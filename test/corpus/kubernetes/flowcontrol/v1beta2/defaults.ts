import type {
  ExemptPriorityLevelConfiguration,
  FlowSchemaSpec,
  LimitedPriorityLevelConfiguration,
  QueuingConfiguration,
} from "./types.js";

export function SetDefaults_FlowSchemaSpec(obj: FlowSchemaSpec): void {
  obj.matchingPrecedence ||= 1000;
}

export function SetDefaults_ExemptPriorityLevelConfiguration(obj: ExemptPriorityLevelConfiguration): void {
  obj.nominalConcurrencyShares ??= 0;
  obj.lendablePercent ??= 0;
}

export function SetDefaults_LimitedPriorityLevelConfiguration(obj: LimitedPriorityLevelConfiguration): void {
  obj.assuredConcurrencyShares ||= 30;
  obj.lendablePercent ??= 0;
}

export function SetDefaults_QueuingConfiguration(obj: QueuingConfiguration): void {
  obj.handSize ||= 8;
  obj.queues ||= 64;
  obj.queueLengthLimit ||= 50;
}
