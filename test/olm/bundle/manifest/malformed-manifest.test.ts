import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { malformedManifestFindings } from '../../../../lib/olm/bundle/manifest/malformed-manifest.ts';

const metadata = { name: 'x' };
const access = 'rbac.authorization.k8s.io/v1';

describe('a manifest that a bundle reads', () => {
  for (const [manifest, what] of [
    [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata }, 'Deployment x lacks spec.template.spec'],
    [
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { template: 1 } },
      'Deployment x lacks spec.template.spec',
    ],
    [
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata,
        spec: { names: { kind: 'X' } },
      },
      'CustomResourceDefinition x lacks spec.group and spec.names.plural and spec.versions',
    ],
    [
      { apiVersion: access, kind: 'RoleBinding', metadata, roleRef: { kind: 'Role' } },
      'RoleBinding x lacks roleRef.name',
    ],
    [
      { apiVersion: access, kind: 'ClusterRoleBinding', metadata },
      'ClusterRoleBinding x lacks roleRef.kind and roleRef.name',
    ],
  ] as const) {
    it(`a manifest that a bundle reads is refused if ${what}`, () => {
      assert.deepEqual(
        malformedManifestFindings([manifest]).map((finding) => finding.what),
        [what],
      );
    });
  }

  it('a manifest that a bundle only contains isn’t checked for missing fields', () => {
    assert.deepEqual(malformedManifestFindings([{ apiVersion: 'v1', kind: 'Service', metadata }]), []);
    const spec = { template: { spec: {} } };
    assert.deepEqual(malformedManifestFindings([{ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }]), []);
  });
});
