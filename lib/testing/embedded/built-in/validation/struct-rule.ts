// The rules that read several fields of a struct, by its definition. Called for every struct of an object.

import { networkRules } from './network-rule.ts';
import { otherRules } from './other-rule.ts';
import { podRules } from './pod-rule.ts';
import type { StructRule } from './struct.ts';
import { storageRules } from './volume-rule.ts';
import { workloadRules } from './workload-rule.ts';

/** Definition, without `io.k8s.api.` → its rule. */
export const structRules: Readonly<Record<string, StructRule>> = {
  ...networkRules,
  ...otherRules,
  ...podRules,
  ...storageRules,
  ...workloadRules,
};
