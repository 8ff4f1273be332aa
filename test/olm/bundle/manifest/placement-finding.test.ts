import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../../../lib/index.ts';
import { placementFindings } from '../../../../lib/olm/bundle/manifest/placement-finding.ts';

const namespace = 'cache-system';

function manifest(
  apiVersion: string,
  kind: string,
  metadata: Partial<KubernetesObject['metadata']> = {},
): KubernetesObject {
  return { apiVersion, kind, metadata: { name: 'it', ...metadata } };
}

function refusals(...manifests: KubernetesObject[]): string[] {
  return placementFindings(manifests, namespace).map(({ what, why, remedy }) => `${what}: ${why}; ${remedy}`);
}

describe('a manifest in a bundle', () => {
  for (const [apiVersion, kind] of [
    ['v1', 'ConfigMap'],
    ['v1', 'Secret'],
    ['v1', 'Service'],
    ['v1', 'ServiceAccount'],
    ['apps/v1', 'Deployment'],
    ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
    ['monitoring.coreos.com/v1', 'ServiceMonitor'],
    ['policy/v1', 'PodDisruptionBudget'],
  ] as const) {
    it(`a bundle may contain a ${kind}, in the operator’s namespace or in none`, () => {
      assert.deepEqual(
        refusals(manifest(apiVersion, kind, { namespace }), manifest(apiVersion, kind, { name: 'other' })),
        [],
      );
    });
  }

  for (const [apiVersion, kind, reason] of [
    ['apps/v1', 'DaemonSet', /runs an operator only as Deployments/],
    ['apps/v1', 'StatefulSet', /runs an operator only as Deployments/],
    ['batch/v1', 'Job', /runs an operator only as Deployments/],
    ['batch/v1', 'CronJob', /runs an operator only as Deployments/],
    ['v1', 'Pod', /runs an operator only as Deployments/],
    ['cert-manager.io/v1', 'Certificate', /creates the certificates of an operator itself/],
    ['cert-manager.io/v1', 'Issuer', /creates the certificates of an operator itself/],
    ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', /from the webhook definitions/],
    ['admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', /from the webhook definitions/],
    ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', /installs no admission policies/],
    ['apiregistration.k8s.io/v1', 'APIService', /no construct serves an aggregated API/],
    ['monitoring.coreos.com/v1', 'PodMonitor', /write a ServiceMonitor/],
    ['v1', 'PersistentVolumeClaim', /installs no objects of this kind; let a controller own it/],
    ['networking.k8s.io/v1', 'Ingress', /installs no objects of this kind/],
    // The kind's name alone is not enough.
    ['example.com/v1', 'Service', /installs no objects of this kind/],
  ] as const) {
    it(`a bundle with a ${kind} of ${apiVersion} is refused`, () => {
      const [refusal, ...others] = refusals(manifest(apiVersion, kind));
      assert.match(refusal ?? '', new RegExp(`^${kind} it can't be in a bundle: `));
      assert.match(refusal ?? '', reason);
      assert.deepEqual(others, []);
    });
  }

  it('a bundle with a resource of the operator’s own kinds is refused', () => {
    const definition = {
      ...manifest('apiextensions.k8s.io/v1', 'CustomResourceDefinition'),
      spec: { group: 'example.com', names: { kind: 'Cache', plural: 'caches' }, versions: [] },
    };
    assert.deepEqual(refusals(definition, manifest('example.com/v1', 'Cache')), [
      "Cache it can't be in a bundle: OLM installs the definition of its kind, and no resources of that kind; make it a Sample, which catalogs show",
    ]);
  });

  it('a bundle may contain the operator’s own Namespace and no other', () => {
    assert.deepEqual(refusals(manifest('v1', 'Namespace', { name: namespace })), []);
    assert.match(refusals(manifest('v1', 'Namespace', { name: 'other' }))[0] ?? '', /leave it out of this chart/);
  });

  it('a manifest in another namespace than the operator’s is refused', () => {
    const [refusal] = refusals(manifest('v1', 'ConfigMap', { namespace: 'kube-system' }));
    assert.match(refusal ?? '', /this object is not for cache-system; leave its namespace out/);
  });

  it('an admission policy is reported once, not also for its binding, and a binding alone is reported', () => {
    const policy = manifest('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy');
    const binding = {
      ...manifest('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding'),
      spec: { policyName: 'it' },
    };
    assert.deepEqual(refusals(policy, binding), [
      "ValidatingAdmissionPolicy it can't be in a bundle: OLM installs no admission policies, and without the policy its rules would not apply; construct it only if the operator has no `bundle`, or write the rules into the definition's `rules`",
    ]);
    assert.equal(refusals(binding).length, 1);
  });

  it('an object that occurs in two versions is refused', () => {
    const found = refusals(
      manifest('policy/v1', 'PodDisruptionBudget'),
      manifest('policy/v1beta1', 'PodDisruptionBudget'),
    );
    assert.deepEqual(found, [
      'PodDisruptionBudget it occurs twice: a bundle has a file for each object; give one of the two another name',
    ]);
  });
});
