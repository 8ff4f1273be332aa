import type { BadCase } from '../corpus/bad-case.ts';
import { annotations, crd, csv } from '../corpus/minimal-bundle.ts';
import { monitor } from '../corpus/monitored-bundle.ts';
import { metricsService } from '../corpus/scaffolded-bundle.ts';

const role = (name: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name },
  rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
});

/** Mistakes in files, directories and documents. */
export const layoutCases: readonly BadCase[] = [
  {
    rule: 'manifests-directory',
    severity: 'error',
    title: 'no manifests',
    edit: (draft) => {
      for (const file of [csv, crd]) draft.drop(file);
    },
    file: 'manifests',
    path: '',
  },
  {
    rule: 'metadata-directory',
    severity: 'error',
    title: 'no metadata',
    edit: (draft) => draft.drop(annotations),
    file: 'metadata',
    path: '',
  },
  {
    rule: 'flat-manifests',
    severity: 'error',
    title: 'a directory inside manifests/',
    edit: (draft) => draft.write('manifests/rbac/reader.yaml', role('reader')),
    file: 'manifests/rbac',
    path: '',
  },
  {
    rule: 'flat-manifests',
    severity: 'error',
    title: 'an empty directory inside manifests/',
    edit: (draft) => draft.write('manifests/archive/', ''),
    file: 'manifests/archive',
    path: '',
    says: /remove it/,
  },
  {
    rule: 'hidden-file',
    severity: 'error',
    title: 'a file whose name begins with a dot',
    edit: (draft) => draft.write('manifests/.gitkeep', ''),
    file: 'manifests/.gitkeep',
    path: '',
  },
  {
    rule: 'hidden-file',
    severity: 'error',
    title: 'a hidden manifest, which is validated no further',
    edit: (draft) => draft.write('manifests/.old.yaml', 'kind: [\n'),
    file: 'manifests/.old.yaml',
    path: '',
  },
  {
    rule: 'manifest-file',
    severity: 'error',
    title: 'a file among the manifests that is none',
    edit: (draft) => draft.write('manifests/README.md', '# Manifests\n'),
    file: 'manifests/README.md',
    path: '',
  },
  {
    rule: 'file-encoding',
    severity: 'error',
    title: 'a manifest in Latin-1',
    edit: (draft) =>
      draft.write(
        'manifests/reader.yaml',
        Uint8Array.from([...Buffer.from('kind: ClusterRole\nmetadata: {name: "M'), 0xfc, ...Buffer.from('ller"}\n')]),
      ),
    file: 'manifests/reader.yaml',
    path: '',
  },
  {
    rule: 'file-encoding',
    severity: 'error',
    title: 'a control character in its ClusterServiceVersion, and nothing is said of what can’t be read there',
    edit: (draft) => draft.replace(csv, 'Keeps caches running.', 'Keeps \u0007caches running.'),
    file: csv,
    path: '',
    says: /U\+0007/,
  },
  {
    rule: 'yaml-syntax',
    severity: 'error',
    title: 'a ClusterServiceVersion indented by tabs, without a finding that it is missing',
    edit: (draft) => draft.replace(csv, '\n  name:', '\n\tname:'),
    file: csv,
    path: '',
  },
  {
    rule: 'yaml-syntax',
    severity: 'error',
    title: 'annotations that can’t be read, without a finding that they are missing',
    edit: (draft) => draft.write(annotations, 'annotations:\n  a: b: c\n'),
    file: annotations,
    path: '',
  },
  {
    rule: 'yaml-syntax',
    severity: 'error',
    title: 'aliases that grow beyond all bounds',
    edit: (draft) => {
      const lines = Array.from({ length: 9 }, (_, index) => {
        const items = index === 0 ? ['x'] : Array.from({ length: 9 }, () => `*a${index - 1}`);
        return `  - &a${index} [${items.join(', ')}]\n`;
      });
      draft.write(
        'manifests/bomb.yaml',
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\nextra:\n${lines.join('')}`,
      );
    },
    file: 'manifests/bomb.yaml',
    path: '',
  },
  {
    rule: 'duplicate-key',
    severity: 'warning',
    title: 'a key twice in one map',
    edit: (draft) => draft.replace(csv, '  maturity: stable', '  maturity: alpha\n  maturity: stable'),
    file: csv,
    path: '',
    says: /maturity occurs twice, again at line \d+/,
  },
  {
    rule: 'duplicate-key',
    severity: 'warning',
    title: 'a key twice in the JSON of an example',
    edit: (draft) => draft.replace(csv, '"size": 2', '"size": 1, "size": 2'),
    file: csv,
    path: 'metadata.annotations.alm-examples[0].spec.size',
    says: /size occurs twice/,
  },
  {
    rule: 'empty-file',
    severity: 'error',
    title: 'a manifest of comments alone',
    edit: (draft) => draft.write('manifests/reader.yaml', '# later\n'),
    file: 'manifests/reader.yaml',
    path: '',
  },
  {
    rule: 'one-document',
    severity: 'warning',
    title: 'two documents in one file',
    edit: (draft) =>
      draft.write(crd, `${draft.text(crd)}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}\n`),
    file: crd,
    path: '',
    says: /2 documents/,
  },
  {
    rule: 'leading-comment',
    severity: 'error',
    title: 'the version of YAML before the first document',
    edit: (draft) => draft.write(csv, `%YAML 1.1\n---\n${draft.text(csv)}`),
    file: csv,
    path: '',
  },
  {
    rule: 'yaml-syntax',
    severity: 'error',
    title: 'an alias of what it is a part of',
    edit: (draft) => draft.write(crd, `${draft.text(crd)}more: &more\n  again: *more\n`),
    file: crd,
    path: '',
    says: /an alias refers to a value that contains it/,
  },
  {
    rule: 'yaml-syntax',
    severity: 'error',
    title: 'JSON of twenty thousand levels',
    edit: (draft) => draft.write('manifests/deep.json', `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    file: 'manifests/deep.json',
    path: '',
  },
  {
    rule: 'leading-comment',
    severity: 'error',
    title: 'a comment before the first document',
    edit: (draft) => draft.write(csv, `# Licensed to all.\n---\n${draft.text(csv)}`),
    file: csv,
    path: '',
  },
  {
    rule: 'object-identity',
    severity: 'error',
    title: 'a manifest without a kind',
    edit: (draft) => draft.write('manifests/reader.yaml', { apiVersion: 'v1', metadata: { name: 'reader' } }),
    file: 'manifests/reader.yaml',
    path: 'kind',
  },
  {
    rule: 'object-identity',
    severity: 'error',
    title: 'a file of another tool among the manifests',
    edit: (draft) => draft.write('manifests/kustomization.yaml', { resources: ['reader.yaml'] }),
    file: 'manifests/kustomization.yaml',
    path: '',
    says: /it is not an object of Kubernetes/,
  },
  {
    rule: 'object-identity',
    severity: 'error',
    title: 'a definition without a name',
    edit: (draft) => draft.set(crd, 'metadata', {}),
    file: crd,
    path: 'metadata.name',
  },
  {
    rule: 'object-identity',
    severity: 'error',
    title: 'a manifest without a name',
    base: 'scaffolded',
    edit: (draft) => draft.remove(metricsService, 'metadata.name'),
    file: metricsService,
    path: 'metadata.name',
  },
  {
    rule: 'object-identity',
    severity: 'error',
    title: 'a manifest with nothing in its metadata',
    base: 'scaffolded',
    edit: (draft) => draft.set(metricsService, 'metadata', {}),
    file: metricsService,
    path: 'metadata.name',
  },
  {
    rule: 'object-identity',
    severity: 'error',
    title: 'a manifest that is a list',
    edit: (draft) => draft.write('manifests/reader.yaml', [role('reader')]),
    file: 'manifests/reader.yaml',
    path: '',
  },
  {
    rule: 'object-name',
    severity: 'warning',
    title: 'a Service whose name begins with a digit',
    base: 'scaffolded',
    edit: (draft) => draft.set(metricsService, 'metadata.name', '2nd-service'),
    file: metricsService,
    path: 'metadata.name',
  },
  {
    rule: 'duplicate-object',
    severity: 'warning',
    title: 'one object in two files',
    edit: (draft) => {
      draft.write('manifests/reader-1.yaml', role('reader'));
      draft.write('manifests/reader-2.yaml', role('reader'));
    },
    file: 'manifests/reader-2.yaml',
    path: '',
    says: /ClusterRole\.rbac\.authorization\.k8s\.io reader/,
  },
  {
    rule: 'object-version',
    severity: 'error',
    title: 'an object that was copied from a cluster',
    edit: (draft) =>
      draft.write('manifests/reader.yaml', {
        ...role('reader'),
        metadata: { name: 'reader', resourceVersion: '4711' },
      }),
    file: 'manifests/reader.yaml',
    path: 'metadata.resourceVersion',
  },
  {
    rule: 'duplicate-object',
    severity: 'error',
    title: 'a definition in two files',
    edit: (draft) => draft.write('manifests/zz-caches.yaml', Object(draft.get(crd))),
    file: 'manifests/zz-caches.yaml',
    path: '',
  },
  {
    rule: 'bundle-size',
    severity: 'error',
    title: 'manifests that no ConfigMap holds',
    edit: (draft) => draft.write('manifests/noise.yaml', configMap('noise', noise(990_000))),
    file: 'manifests',
    path: '',
    says: /noise\.yaml/,
  },
  {
    rule: 'bundle-size',
    severity: 'warning',
    title: 'manifests that hardly fit into a ConfigMap',
    edit: (draft) => draft.write('manifests/noise.yaml', configMap('noise', noise(880_000))),
    file: 'manifests',
    path: '',
  },
  {
    rule: 'object-size',
    severity: 'error',
    title: 'an object that etcd doesn’t take',
    edit: (draft) =>
      draft.write('manifests/zeros.yaml', {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'PrometheusRule',
        metadata: { name: 'zeros' },
        spec: { groups: [{ name: 'zeros', rules: [{ record: 'zeros', expr: '0'.repeat(1_600_000) }] }] },
      }),
    file: 'manifests/zeros.yaml',
    path: '',
  },
  {
    rule: 'object-length',
    severity: 'error',
    title: 'annotations that no API server takes',
    edit: (draft) => draft.set(csv, 'metadata.annotations["example.com/notes"]', 'n'.repeat(262_144)),
    file: csv,
    path: 'metadata.annotations',
  },
  {
    rule: 'manifest-version',
    severity: 'error',
    title: 'a ConfigMap of a version that there isn’t',
    edit: (draft) =>
      draft.write('manifests/settings.yaml', { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'settings' } }),
    file: 'manifests/settings.yaml',
    path: 'apiVersion',
    says: /write v1$/,
  },
  {
    rule: 'manifest-version',
    severity: 'error',
    title: 'a role of a version that there isn’t',
    edit: (draft) =>
      draft.write('manifests/reader.yaml', { ...role('reader'), apiVersion: 'rbac.authorization.k8s.io/v2' }),
    file: 'manifests/reader.yaml',
    path: 'apiVersion',
    says: /write rbac\.authorization\.k8s\.io\/v1$/,
  },
  {
    rule: 'manifest-version',
    severity: 'error',
    title: 'a monitor of a version that there isn’t',
    base: 'monitored',
    edit: (draft) => draft.set(monitor, 'apiVersion', 'monitoring.coreos.com/v2'),
    file: monitor,
    path: 'apiVersion',
  },
  {
    rule: 'object-length',
    severity: 'error',
    title: 'a ConfigMap that API servers don’t take',
    edit: (draft) => draft.write('manifests/zeros.yaml', configMap('zeros', '0'.repeat(1_100_000))),
    file: 'manifests/zeros.yaml',
    path: '',
    says: /1048576 bytes/,
  },
  {
    rule: 'object-length',
    severity: 'error',
    title: 'a Secret that API servers don’t take, nor etcd',
    edit: (draft) =>
      draft.write('manifests/zeros.yaml', {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'zeros' },
        data: { zeros: 'AAAA'.repeat(400_000) },
      }),
    file: 'manifests/zeros.yaml',
    path: 'data',
    says: /1048576 bytes/,
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a Deployment among the manifests',
    edit: (draft) =>
      draft.write('manifests/manager.yaml', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'manager' },
      }),
    file: 'manifests/manager.yaml',
    path: 'kind',
    says: /spec\.install\.spec\.deployments/,
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a list of objects among the manifests',
    edit: (draft) => draft.write('manifests/list.yaml', { apiVersion: 'v1', kind: 'List', items: [] }),
    file: 'manifests/list.yaml',
    path: 'kind',
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a kind in the wrong case',
    edit: (draft) =>
      draft.write('manifests/settings.yaml', { apiVersion: 'v1', kind: 'Configmap', metadata: { name: 'settings' } }),
    file: 'manifests/settings.yaml',
    path: 'kind',
    says: /write ConfigMap$/,
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a misspelt ClusterServiceVersion',
    edit: (draft) => draft.set(csv, 'kind', 'ClusterServiceversion'),
    file: csv,
    path: 'kind',
    says: /write ClusterServiceVersion$/,
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a PodMonitor, which opm accepts',
    edit: (draft) =>
      draft.write('manifests/monitor.yaml', {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'PodMonitor',
        metadata: { name: 'cache-operator' },
        spec: {},
      }),
    file: 'manifests/monitor.yaml',
    path: 'kind',
    says: /ServiceMonitor/,
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a Namespace among the manifests',
    edit: (draft) =>
      draft.write('manifests/ns.yaml', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'caches' } }),
    file: 'manifests/ns.yaml',
    path: 'kind',
    says: /suggested-namespace-template/,
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a certificate of cert-manager',
    edit: (draft) =>
      draft.write('manifests/serving-cert.yaml', {
        apiVersion: 'cert-manager.io/v1',
        kind: 'Certificate',
        metadata: { name: 'serving-cert' },
        spec: {},
      }),
    file: 'manifests/serving-cert.yaml',
    path: 'kind',
    says: /OLM issues the certificates/,
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a resource of the operator’s own kind',
    edit: (draft) =>
      draft.write('manifests/small.yaml', {
        apiVersion: 'cache.example.com/v1',
        kind: 'Cache',
        metadata: { name: 'small' },
        spec: { size: 1 },
      }),
    file: 'manifests/small.yaml',
    path: 'kind',
    says: /alm-examples/,
  },
  {
    rule: 'manifest-kind',
    severity: 'error',
    title: 'a Service of another group',
    base: 'scaffolded',
    edit: (draft) => draft.set(metricsService, 'apiVersion', 'apps/v1'),
    file: metricsService,
    path: 'kind',
  },
  {
    rule: 'network-policy',
    severity: 'warning',
    title: 'a NetworkPolicy',
    edit: (draft) => draft.write('manifests/policy.yaml', networkPolicy),
    file: 'manifests/policy.yaml',
    path: '',
  },
  {
    rule: 'network-policy',
    severity: 'error',
    title: 'a NetworkPolicy, which the public catalogs refuse',
    edit: (draft) => draft.write('manifests/policy.yaml', networkPolicy),
    audiences: ['community'],
    file: 'manifests/policy.yaml',
    path: '',
  },
  {
    rule: 'cluster-service-version',
    severity: 'error',
    title: 'no ClusterServiceVersion',
    edit: (draft) => draft.drop(csv),
    file: 'manifests',
    path: '',
  },
  {
    rule: 'cluster-service-version',
    severity: 'error',
    title: 'two ClusterServiceVersions',
    edit: (draft) => {
      draft.write('manifests/older.clusterserviceversion.yaml', draft.text(csv));
      draft.replace('manifests/older.clusterserviceversion.yaml', 'cache-operator.v1.2.0', 'cache-operator.v1.1.0');
    },
    file: 'manifests/older.clusterserviceversion.yaml',
    path: '',
  },
  {
    rule: 'cluster-service-version-api',
    severity: 'warning',
    title: 'a ClusterServiceVersion of a version that there isn’t',
    edit: (draft) => draft.set(csv, 'apiVersion', 'operators.coreos.com/v1'),
    file: csv,
    path: 'apiVersion',
  },
];

const networkPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'manager' },
  spec: { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'cache-operator' } }, policyTypes: ['Ingress'] },
};

function configMap(name: string, text: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text } };
}

/** Text that hardly gets smaller by compression, the same each time. */
function noise(length: number): string {
  let state = 1;
  const letters = Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 90));
  });
  return letters.join('');
}
