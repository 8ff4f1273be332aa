import type { JsonObject, KubernetesObject } from '../../../../lib/api/index.ts';
import { type ChangePolicy, upgradeFindings } from '../../../../lib/olm/upgrade/index.ts';
import { findingTexts, releaseOf } from '../release.ts';

/** A child of the sample, called like it unless said otherwise. */
export function child(apiVersion: string, kind: string, fields: JsonObject, name = 'small'): KubernetesObject {
  return { apiVersion, kind, metadata: { name, namespace: 'default' }, ...fields };
}

export function statefulSet(spec: JsonObject, name?: string): KubernetesObject {
  return child('apps/v1', 'StatefulSet', { spec }, name);
}

export function service(spec: JsonObject, name?: string): KubernetesObject {
  return child('v1', 'Service', { spec }, name);
}

/** Of pods with one container, whose image has a tag. */
export function template(tag: string): JsonObject {
  return { spec: { containers: [{ name: 'box', image: `example.com/box:${tag}` }] } };
}

/** The findings of an upgrade that renders other children for the same sample. */
export function childTexts(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): readonly string[] {
  return findingTexts({ children: before }, { children: after });
}

/**
 * Returns the affected users of such an upgrade, for an operator that declares a policy for children that it can't
 * change, or no longer renders.
 *
 * @param policy - undefined: it doesn't own their kinds any more.
 */
export function upgradeUnderPolicy(
  before: readonly KubernetesObject[],
  after: readonly KubernetesObject[],
  policy: Partial<ChangePolicy> | undefined,
): readonly string[] {
  const policies = () => policy && { whenImmutable: 'report' as const, whenDropped: 'delete' as const, ...policy };
  const found = upgradeFindings(
    { before: releaseOf({ number: '0.1.0', children: before }), after: releaseOf() },
    { render: () => ({ children: after, policies }) },
  );
  return found.map(({ severity, rule, hits }) => `${severity} ${rule}: ${hits}`);
}
