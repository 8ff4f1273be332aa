// In: the parts of a cluster. Out: the steps of admission in the order of the API server. Called when an embedded cluster starts.

import type { Authorizer } from '../authorization/authorizer.ts';
import { NameSuffixes } from '../name-suffix.ts';
import type { QuotaSums } from '../quota/quota-sums.ts';
import type { AdmissionStep } from './admitted-write.ts';
import { defaultStorageClass } from './plugin/default-storage-class.ts';
import { defaultTolerationSeconds } from './plugin/default-toleration-seconds.ts';
import { escalationPrevention } from './plugin/escalation-prevention.ts';
import { limitRanger } from './plugin/limit-ranger.ts';
import { namespaceLifecycle } from './plugin/namespace-lifecycle.ts';
import { ownerReferencesPermissionEnforcement } from './plugin/owner-references-permission-enforcement.ts';
import { persistentVolumeClaimResize } from './plugin/persistent-volume-claim-resize.ts';
import { podSecurity } from './plugin/pod-security.ts';
import { priority } from './plugin/priority.ts';
import { resourceQuota } from './plugin/resource-quota.ts';
import { runtimeClass } from './plugin/runtime-class.ts';
import { serviceAccount } from './plugin/service-account.ts';
import { uniqueServiceAddress } from './plugin/unique-service-address.ts';
import { mutatingPolicies } from './policy/mutating-policy.ts';
import { validatingPolicies } from './policy/validating-policy.ts';
import { type AdmissionPorts, mutatingWebhooks, validatingWebhooks } from './webhook/webhook-step.ts';

/** The parts of a cluster that admission needs. */
interface StepPorts extends AdmissionPorts {
  readonly authorizer: Authorizer;
  readonly quotaSums: QuotaSums;
}

/** Returns the plugins, policies and webhooks of a cluster. */
export function admissionSteps(ports: StepPorts): readonly AdmissionStep[] {
  const { store, registry, authorizer, quotaSums } = ports;
  const tokenNames = new NameSuffixes();
  return [
    namespaceLifecycle(store),
    limitRanger(store),
    serviceAccount(store, () => tokenNames.next()),
    podSecurity(store),
    priority(store),
    defaultTolerationSeconds(),
    defaultStorageClass(store),
    ownerReferencesPermissionEnforcement(authorizer, registry),
    persistentVolumeClaimResize(store),
    runtimeClass(store),
    mutatingPolicies(ports),
    mutatingWebhooks(ports),
    escalationPrevention(authorizer),
    validatingPolicies(ports),
    validatingWebhooks(ports),
    uniqueServiceAddress(store),
    resourceQuota(quotaSums),
  ];
}
