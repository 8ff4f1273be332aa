// In: the labels of a namespace. Out: the levels of Pod Security that they demand. Called by the step of admission.

import type { JsonObject } from '../../../../../api/index.ts';
import { type Cause, invalidValue, labelsOf } from '../../../../../built-in/index.ts';
import { notImplemented } from '../../../status-error.ts';
import { baselineChecks } from './baseline-check.ts';
import { overlappingChecks } from './overlapping-check.ts';
import { restrictedChecks } from './restricted-check.ts';
import type { SecurityCheck } from './security-check.ts';

/** The level that applies to new pods, and that of warnings. */
export type SecurityMode = 'enforce' | 'warn';

const prefix = 'pod-security.kubernetes.io/';

/** Level → its checks. */
const levels: Readonly<Record<string, readonly SecurityCheck[]>> = {
  privileged: [],
  baseline: [...baselineChecks, ...overlappingChecks],
  restricted: [...baselineChecks, ...restrictedChecks],
};

/** The first minor version of Kubernetes whose checks are the present ones. */
const oldestMinor = 35;

/** Returns the level and the version that a namespace demands, such as `restricted:latest`. */
export function securityLevel(namespace: JsonObject, mode: SecurityMode): string {
  const labels = labelsOf(namespace);
  return `${labels[prefix + mode] ?? 'privileged'}:${labels[`${prefix}${mode}-version`] ?? 'latest'}`;
}

/** A violation of a level. */
export interface SecurityViolation {
  readonly reason: string;
  readonly detail: string;
}

/** Returns the violations of a level by a pod, or by the template of one. @throws StatusError for checks of old versions. */
export function securityViolations(pod: JsonObject, securityLevelText: string): readonly SecurityViolation[] {
  const [level = '', version = ''] = securityLevelText.split(':');
  const checks = levels[level] ?? [];
  if (checks.length > 0 && version !== 'latest' && Number(version.slice('v1.'.length)) < oldestMinor) {
    throw notImplemented(`has no Pod Security checks of ${version}: demand latest, or use a ControlPlane`);
  }
  return checks.flatMap(({ reason, detail }) => {
    const found = detail(pod);
    return found === undefined ? [] : [{ reason, detail: found }];
  });
}

/** Returns the causes of labels that aren't valid. */
export function securityLabelCauses(namespace: JsonObject): readonly Cause[] {
  const labels = labelsOf(namespace);
  return ['enforce', 'audit', 'warn'].flatMap((mode) => {
    const causes: Cause[] = [];
    const [level, version] = [labels[prefix + mode], labels[`${prefix}${mode}-version`]];
    const field = `metadata.labels[${prefix}${mode}`;
    if (level !== undefined && !Object.hasOwn(levels, level)) {
      causes.push(invalidValue(`${field}]`, level, `must be one of ${Object.keys(levels).join(', ')}`));
    }
    if (version !== undefined && version !== 'latest' && !/^v1\.(0|[1-9]\d{0,8})$/.test(version)) {
      causes.push(invalidValue(`${field}-version]`, version, 'must be "latest" or "v1.x"'));
    }
    return causes;
  });
}
