import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MetricsAccess, type OperatorProps } from '../../../lib/index.ts';
import { emptyOperator } from '../webhook/guarded-operator.ts';

/** Returns the parts of an operator's manifests that concern metrics: titles, and parts of the pod. */
function synthesized(props: Partial<OperatorProps> = {}) {
  const manifests = emptyOperator(props).toJson();
  const deployment = manifests.find(({ kind }) => kind === 'Deployment') as Deployment | undefined;
  const pod = deployment?.spec.template.spec;
  const [container] = pod?.containers ?? [];
  return {
    titles: manifests
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
      .filter((title) => title.includes('metrics')),
    named: (kind: string, name: string) =>
      manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name),
    args: container?.args.filter((arg) => arg.startsWith('--metrics')),
    ports: container?.ports.filter(({ name }) => name === 'metrics').map(({ containerPort }) => containerPort),
    mounts: container?.volumeMounts,
    volumes: pod?.volumes,
  };
}

interface Deployment {
  readonly spec: { readonly template: { readonly spec: Pod } };
}

interface Pod {
  readonly containers: readonly {
    readonly args: readonly string[];
    readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
    readonly volumeMounts?: unknown;
  }[];
  readonly volumes?: unknown;
}

describe('the metrics of an operator', () => {
  it('metrics are served with HTTPS and a role for their readers by default', () => {
    const { titles, named, ...pod } = synthesized();
    assert.deepEqual(titles, [
      'Service vault-operator-metrics',
      'ClusterRole vault-operator-metrics-auth-role',
      'ClusterRoleBinding vault-operator-metrics-auth-role',
      'ClusterRole vault-operator-metrics-reader',
    ]);
    assert.deepEqual(pod, {
      args: ['--metrics-address=https://:8443'],
      ports: [8443],
      mounts: undefined,
      volumes: undefined,
    });
    assert.deepEqual(named('Service', 'vault-operator-metrics')?.spec, {
      selector: { 'app.kubernetes.io/name': 'vault-operator', 'app.kubernetes.io/component': 'manager' },
      ports: [{ name: 'https', port: 8443, protocol: 'TCP', targetPort: 'metrics' }],
    });
  });

  it('authorized metrics require only the right to review the accounts of clients', () => {
    const { named } = synthesized();
    const name = 'vault-operator-metrics-auth-role';
    assert.deepEqual(named('ClusterRole', name)?.rules, [
      { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
      { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
    ]);
    assert.deepEqual(named('ClusterRoleBinding', name)?.subjects, [
      { kind: 'ServiceAccount', name: 'vault-operator-controller-manager', namespace: 'vault-operator-system' },
    ]);
    assert.deepEqual(named('ClusterRole', 'vault-operator-metrics-reader')?.rules, [
      { nonResourceURLs: ['/metrics'], verbs: ['get'] },
    ]);
  });

  it('metrics are served with the certificate in a Secret, if there is one', () => {
    const { args, mounts, volumes } = synthesized({ metrics: MetricsAccess.authorized('scraped') });
    const mountPath = '/tmp/k8s-metrics-server/serving-certs';
    assert.deepEqual(args, ['--metrics-address=https://:8443', `--metrics-cert-dir=${mountPath}`]);
    assert.deepEqual(mounts, [{ name: 'metrics-certificate', mountPath, readOnly: true }]);
    assert.deepEqual(volumes, [{ name: 'metrics-certificate', secret: { secretName: 'scraped' } }]);
  });

  it('public metrics require no rights', () => {
    const { titles, named, args, ports } = synthesized({ metrics: MetricsAccess.anybody() });
    assert.deepEqual(titles, ['Service vault-operator-metrics']);
    assert.deepEqual([args, ports], [['--metrics-address=http://:8080'], [8080]]);
    const spec = named('Service', 'vault-operator-metrics')?.spec as { readonly ports: unknown } | undefined;
    assert.deepEqual(spec?.ports, [{ name: 'http', port: 8080, protocol: 'TCP', targetPort: 'metrics' }]);
  });

  it('metrics without access aren’t served', () => {
    const { titles, args, ports } = synthesized({ metrics: MetricsAccess.none() });
    assert.deepEqual([titles, args, ports], [[], ['--metrics-address=0'], []]);
  });

  it('metrics are authorized in all namespaces even if the operator is confined to some', () => {
    const { titles } = synthesized({ watchNamespaces: ['shop'] });
    assert.ok(titles.includes('ClusterRoleBinding vault-operator-metrics-auth-role'));
  });
});
