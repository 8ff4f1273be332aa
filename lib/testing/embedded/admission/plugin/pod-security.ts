// In: pods, the templates of pods, and namespaces. Out: nothing, warnings, or a refusal. A step of admission.

import { isSameJson, type JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, getOrMake } from '../../../../schema/index.ts';
import { templatePaths } from '../../pod.ts';
import { invalid } from '../../status-error.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import { ValueIndex } from '../../store/value-index.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';
import { pluginRefusal } from './new-pod.ts';
import { allContainers } from './pod-security/security-check.ts';
import {
  type SecurityViolation,
  securityLabelCauses,
  securityLevel,
  securityViolations,
} from './pod-security/security-policy.ts';

/** Enforces the level of Pod Security that the labels of a namespace demand. */
export function podSecurity(store: ObjectStorage): AdmissionStep {
  const pods = new ValueIndex(store, '/pods', (pod) => [metadataText(pod, 'namespace')]);
  return {
    validate: (write) => {
      const { operation, type, subresource, object } = write;
      if (object === undefined || operation === 'DELETE' || subresource !== '') return;
      if (type.collection === '/namespaces') validateNamespace(object, write, pods);
      const namespace = store.get('/namespaces', write.namespace ?? '') ?? {};
      if (type.collection === '/pods') validatePod(object, namespace, write);
      const template = templatePaths[type.collection];
      if (template !== undefined) warn(fieldsAt(object, template), namespace, write);
    },
  };
}

function validatePod(pod: JsonObject, namespace: JsonObject, write: AdmittedWrite): void {
  if (write.oldObject !== undefined && isSameJson(checkedFields(pod), checkedFields(write.oldObject))) return;
  const level = securityLevel(namespace, 'enforce');
  const violations = securityViolations(pod, level);
  if (violations.length > 0) throw pluginRefusal(write, `violates PodSecurity "${level}": ${detailsOf(violations)}`);
  warn(pod, namespace, write);
}

/** The fields of a pod whose change is checked. */
function checkedFields(pod: JsonObject): JsonObject {
  return { images: allContainers(pod).map(({ name = '', image = '' }) => ({ name, image })) };
}

function warn(pod: JsonObject, namespace: JsonObject, { requester }: AdmittedWrite): void {
  const level = securityLevel(namespace, 'warn');
  const violations = fieldAt(pod, 'spec') === undefined ? [] : securityViolations(pod, level);
  if (violations.length > 0) requester.warnings.add(`would violate PodSecurity "${level}": ${detailsOf(violations)}`);
}

function detailsOf(violations: readonly SecurityViolation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

/** Refuses bad labels, and warns of present pods that violate the new level. */
function validateNamespace(
  namespace: JsonObject,
  { oldObject, type, requester }: AdmittedWrite,
  pods: ValueIndex,
): void {
  const name = metadataText(namespace, 'name');
  const causes = securityLabelCauses(namespace);
  const isOld = oldObject !== undefined && isSameJson(securityLabelCauses(oldObject), causes);
  if (causes.length > 0 && !isOld) throw invalid(type, name, causes);
  const level = securityLevel(namespace, 'enforce');
  if (oldObject === undefined || causes.length > 0 || level === securityLevel(oldObject, 'enforce')) return;
  const violators = new Map<string, string[]>();
  for (const pod of pods.at(name)) {
    const violations = securityViolations(pod, level);
    if (violations.length === 0) continue;
    const reasons = violations.map(({ reason }) => reason).join(', ');
    getOrMake(violators, reasons, () => []).push(metadataText(pod, 'name'));
  }
  if (violators.size === 0) return;
  requester.warnings.add(`existing pods in namespace "${name}" violate the new PodSecurity enforce level "${level}"`);
  const sentences = [...violators].map(([reasons, [first = '', ...others]]) => {
    const further = others.length === 0 ? '' : ` (and ${others.length} other pod${others.length === 1 ? '' : 's'})`;
    return `${first}${further}: ${reasons}`;
  });
  for (const sentence of sentences.toSorted()) requester.warnings.add(sentence);
}
