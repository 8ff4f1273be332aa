// What is legal and looks as if it weren't: the rules keep silent about it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validate } from '../../../lib/olm/index.ts';
import type { BundleDraft } from './corpus/bundle-draft.ts';
import { type GoodBundleName, goodBundle } from './corpus/good-bundle.ts';
import { csv } from './corpus/minimal-bundle.ts';
import { budget, monitor } from './corpus/monitored-bundle.ts';
import { metricsService, scaffoldedCsv } from './corpus/scaffolded-bundle.ts';

const install = 'spec.install.spec';
const deployment = `${install}.deployments[0]`;
const pod = `${deployment}.spec.template.spec`;
const manager = `${pod}.containers[0]`;
const servingCerts = '/tmp/k8s-webhook-server/serving-certs';

const image = 'example.com/caches/cache-operator:1.2.0';

function mount(draft: BundleDraft, file: string, volume: object, mountPath: string, more: object = {}) {
  draft.append(file, `${pod}.volumes`, { name: 'added', ...volume });
  draft.append(file, `${manager}.volumeMounts`, { name: 'added', mountPath, ...more });
}

const rbac = (kind: string, name: string, more: object) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind,
  metadata: { name },
  ...more,
});

interface Variant {
  readonly title: string;
  readonly base?: GoodBundleName;
  readonly edit: (draft: BundleDraft) => void;
}

const variants: readonly Variant[] = [
  {
    title: "a volume of OLM's own Secret, where OLM mounts it",
    base: 'scaffolded',
    edit: (draft) =>
      mount(
        draft,
        scaffoldedCsv,
        { secret: { secretName: 'database-operator-controller-manager-service-cert', defaultMode: 420 } },
        servingCerts,
      ),
  },
  {
    title: 'a Secret that OpenShift makes for a Service',
    base: 'scaffolded',
    edit: (draft) => {
      const asked = 'metadata.annotations["service.beta.openshift.io/serving-cert-secret-name"]';
      draft.set(metricsService, asked, 'database-operator-metrics');
      mount(draft, scaffoldedCsv, { secret: { secretName: 'database-operator-metrics' } }, '/var/run/tls/server');
      draft.append(scaffoldedCsv, `${manager}.args`, '--tls-cert-file=/var/run/tls/server/tls.crt');
    },
  },
  {
    title: 'a proxy before the metrics, with a port by a name',
    base: 'scaffolded',
    edit: (draft) => {
      draft.set(scaffoldedCsv, `${manager}.args[0]`, '--metrics-bind-address=127.0.0.1:8080');
      draft.append(scaffoldedCsv, `${pod}.containers`, {
        name: 'proxy',
        image: 'example.com/databases/proxy:v1',
        args: ['--secure-listen-address=0.0.0.0:8443', '--upstream=http://127.0.0.1:8080/'],
        ports: [{ name: 'https', containerPort: 8443 }],
        resources: { requests: { cpu: '5m', memory: '64Mi' } },
      });
      draft.append(scaffoldedCsv, 'spec.relatedImages', { name: 'proxy', image: 'example.com/databases/proxy:v1' });
      draft.set(metricsService, 'spec.ports[0].targetPort', 'https');
    },
  },
  {
    title: 'a certificate that is mounted as a file',
    edit: (draft) => {
      draft.write('manifests/certs.yaml', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'certs' }, data: {} });
      mount(draft, csv, { secret: { secretName: 'certs' } }, '/certs/tls.crt', { subPath: 'tls.crt' });
      draft.append(csv, `${manager}.args`, '--cert-dir=/certs');
    },
  },
  {
    title: 'authorities of the image, and those of the cluster',
    edit: (draft) => {
      draft.append(csv, `${manager}.env`, { name: 'SSL_CERT_DIR', value: '/etc/ssl/certs' });
      mount(draft, csv, { configMap: { name: 'kube-root-ca.crt' } }, '/authorities');
    },
  },
  {
    title: 'a Secret that need not be there',
    edit: (draft) =>
      draft.append(csv, `${manager}.envFrom`, { secretRef: { name: 'cloud-credentials', optional: true } }),
  },
  {
    title: 'an account for what the operator starts',
    edit: (draft) =>
      draft.append(csv, `${install}.permissions`, {
        serviceAccountName: 'cache-server',
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      }),
  },
  {
    title: 'a second Deployment that needs no rights',
    edit: (draft) => {
      const labels = { 'app.kubernetes.io/name': 'cache-console' };
      draft.append(csv, `${install}.deployments`, {
        name: 'cache-console',
        spec: {
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: { containers: [{ name: 'web', image, resources: { requests: { cpu: '1m' } } }] },
          },
        },
      });
    },
  },
  {
    title: 'a list of images with those of the variables alone',
    edit: (draft) => {
      const cache = 'example.com/caches/cache:7';
      draft.append(csv, `${manager}.env`, { name: 'RELATED_IMAGE_CACHE', value: cache });
      draft.set(csv, 'spec.relatedImages', [{ name: 'cache', image: cache }]);
    },
  },
  {
    title: 'namespaces to watch as OLM tells them',
    edit: (draft) =>
      draft.append(csv, `${manager}.env`, {
        name: 'WATCH_NAMESPACE',
        valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
      }),
  },
  {
    title: 'the words of a shell, and a variable in an argument',
    edit: (draft) => {
      draft.append(csv, `${manager}.env`, { name: 'LEVEL', value: 'info' });
      draft.append(csv, `${manager}.args`, '--level=$(LEVEL)', '--literally=$$(NAME)');
      draft.append(csv, `${pod}.initContainers`, {
        name: 'init',
        image,
        command: ['/bin/sh', '-c', 'echo $(HOSTNAME)'],
      });
    },
  },
  {
    title: 'ports that are not written down',
    base: 'scaffolded',
    edit: (draft) => draft.remove(scaffoldedCsv, `${manager}.ports`),
  },
  {
    title: 'all verbs in the own group',
    edit: (draft) => draft.set(csv, `${install}.clusterPermissions[0].rules[2].verbs`, ['*']),
  },
  {
    title: 'verbs and resources of other APIs',
    edit: (draft) =>
      draft.append(
        csv,
        `${install}.clusterPermissions[0].rules`,
        { apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'], verbs: ['use'] },
        { apiGroups: ['', 'apps'], resources: ['pods/exec', 'replicasets', 'configmaps'], verbs: ['create'] },
        { apiGroups: ['extensions'], resources: ['deployments'], verbs: ['get'] },
        { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      ),
  },
  {
    title: 'Prometheus, which may read what the bundle allows it to',
    edit: (draft) => {
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'prometheus' };
      const subjects = [{ kind: 'ServiceAccount', name: 'prometheus-k8s', namespace: 'openshift-monitoring' }];
      const rules = [
        { apiGroups: [''], resources: ['services', 'endpoints', 'pods'], verbs: ['get', 'list', 'watch'] },
      ];
      draft.write('manifests/role.yaml', rbac('Role', 'prometheus', { rules }));
      draft.write('manifests/binding.yaml', rbac('RoleBinding', 'prometheus', { roleRef, subjects }));
    },
  },
  {
    title: 'a webhook about pods, and one about everything of the own group',
    base: 'scaffolded',
    edit: (draft) => {
      const rules = 'spec.webhookdefinitions[2].rules';
      draft.append(scaffoldedCsv, rules, {
        apiGroups: [''],
        apiVersions: ['v1'],
        operations: ['CREATE'],
        resources: ['*', 'pods/exec'],
        scope: 'Namespaced',
      });
      draft.set(scaffoldedCsv, `${rules}[0].resources`, ['*']);
    },
  },
  {
    title: 'a conversion by reviews of old',
    base: 'scaffolded',
    edit: (draft) =>
      draft.set(scaffoldedCsv, 'spec.webhookdefinitions[0].admissionReviewVersions', ['v1alpha1', 'v1beta1']),
  },
  {
    title: 'two webhooks of one path about different objects',
    base: 'scaffolded',
    edit: (draft) =>
      draft.append(scaffoldedCsv, 'spec.webhookdefinitions', {
        ...(structuredClone(draft.get(scaffoldedCsv, 'spec.webhookdefinitions[2]')) as object),
        generateName: 'vdatabase-deletion.kb.io',
        rules: [
          { apiGroups: ['db.example.com'], apiVersions: ['v1'], operations: ['DELETE'], resources: ['databases'] },
        ],
      }),
  },
  {
    title: 'a release that skips the replaced one, too, and stands in for another',
    edit: (draft) => {
      draft.set(csv, 'metadata.annotations["olm.substitutesFor"]', 'cache-operator.v1.1.9');
      draft.set(csv, 'spec.skips', ['cache-operator.v1.1.1', 'cache-operator.v1.1.0']);
    },
  },
  {
    title: 'a replaced release whose name has no v',
    edit: (draft) => draft.set(csv, 'spec.replaces', 'cache-operator.1.1.0'),
  },
  {
    title: 'a catalog image by digest, which the Deployment runs by tag',
    edit: (draft) =>
      draft.set(
        csv,
        'metadata.annotations.containerImage',
        `example.com/caches/cache-operator@sha256:${'0'.repeat(64)}`,
      ),
  },
  {
    title: 'images that are no more than mentioned: in part, listed, or run',
    edit: (draft) => {
      const cache = 'example.com/caches/cache:7';
      draft.append(csv, 'spec.relatedImages', { name: 'cache', image: cache });
      draft.append(
        csv,
        `${manager}.env`,
        { name: 'CACHE_IMAGE', value: cache },
        { name: 'PROXY_IMAGE', value: 'proxy:1' },
      );
      draft.append(csv, `${manager}.args`, '--cache-image=example.com/caches/cache', `--own-image=${image}`);
    },
  },
  {
    title: 'accounts that differ in a number, or in a short name',
    edit: (draft) => {
      const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
      const accounts = ['cache-operator2', 'agent'];
      draft.append(
        csv,
        `${install}.permissions`,
        ...accounts.map((serviceAccountName) => ({ serviceAccountName, rules })),
      );
    },
  },
  {
    title: 'what API servers accept of pods: part of a volume, a probe with its default, pods replaced at once',
    edit: (draft) => {
      mount(draft, csv, { emptyDir: {} }, '/scratch', { subPath: 'one/..two' });
      draft.set(csv, `${manager}.livenessProbe.successThreshold`, 1);
      draft.set(csv, `${manager}.readinessProbe.successThreshold`, 2);
      draft.set(csv, `${deployment}.spec.strategy`, { type: 'Recreate', rollingUpdate: null });
    },
  },
  {
    title: 'a volume that is called as OLM’s, in an operator without webhooks',
    edit: (draft) => {
      draft.append(csv, `${pod}.volumes`, { name: 'webhook-cert', emptyDir: {} });
      draft.append(csv, `${manager}.volumeMounts`, { name: 'webhook-cert', mountPath: servingCerts });
    },
  },
  {
    title: 'objects of older versions that there are',
    edit: (draft) =>
      draft.write('manifests/autoscaler.yaml', {
        apiVersion: 'autoscaling.k8s.io/v1beta2',
        kind: 'VerticalPodAutoscaler',
        metadata: { name: 'cache-operator' },
        spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cache-operator-controller-manager' } },
      }),
  },
  {
    title: 'a budget that wants one pod of two, and a monitor of other namespaces',
    base: 'monitored',
    edit: (draft) => {
      draft.remove(budget, 'spec.maxUnavailable');
      draft.set(budget, 'spec.minAvailable', 1);
      draft.set(csv, `${deployment}.spec.replicas`, 2);
      draft.set(monitor, 'spec.namespaceSelector', { any: true });
      draft.set(monitor, 'spec.selector.matchLabels', { 'app.kubernetes.io/name': 'cache' });
    },
  },
];

describe('what is legal', () => {
  for (const { title, base = 'minimal', edit } of variants) {
    it(`is no finding: ${title}`, () => {
      const draft = goodBundle(base);
      edit(draft);
      assert.deepEqual(validate(draft.content()), []);
    });
  }
});
