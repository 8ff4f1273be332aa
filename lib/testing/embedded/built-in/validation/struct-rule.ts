// The rules that read several fields of a struct, by its definition. Called for every struct of an object.

import { apiExtensionRules } from './api-extension-rule.ts';
import { autoscalingRules } from './autoscaling-rule.ts';
import { coreRules } from './core-rule.ts';
import { networkRules } from './network-rule.ts';
import { podRules } from './pod-rule.ts';
import { resourceRules } from './resource-rule.ts';
import { roleStructRules } from './role-rule.ts';
import type { StructRule } from './struct.ts';
import { volumeStructRules } from './volume-rule.ts';
import { workloadRules } from './workload-rule.ts';

/** Definition, without `io.k8s.api.` → its rule. */
export const structRules: Readonly<Record<string, StructRule>> = {
  ...networkRules,
  ...roleStructRules,
  ...apiExtensionRules,
  ...autoscalingRules,
  ...coreRules,
  ...resourceRules,
  ...podRules,
  ...volumeStructRules,
  ...workloadRules,
};
