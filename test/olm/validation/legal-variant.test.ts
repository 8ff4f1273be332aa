// Valid bundles that look invalid: no rule reports them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validate } from '../../../lib/olm/index.ts';
import type { BundleDraft } from './corpus/bundle-draft.ts';
import { type GoodBundleName, goodBundle } from './corpus/good-bundle.ts';
import { crd, csv, dockerfile } from './corpus/minimal-bundle.ts';
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
    title: 'an example of a kind that the operator’s own API server serves',
    edit: (draft) => {
      const service = { group: 'mirrors.example.com', version: 'v1', kind: 'Mirror', name: 'mirrors' };
      draft.set(csv, 'spec.apiservicedefinitions.owned', [
        { ...service, deploymentName: 'cache-operator-controller-manager', containerPort: 8443 },
      ]);
      const examples: unknown[] = JSON.parse(String(draft.get(csv, 'metadata.annotations["alm-examples"]')));
      const mirror = { apiVersion: 'mirrors.example.com/v1', kind: 'Mirror', metadata: { name: 'near' }, spec: {} };
      draft.set(csv, 'metadata.annotations["alm-examples"]', JSON.stringify([...examples, mirror]));
    },
  },
  {
    title: 'formats that API servers know, and required fields that they don’t drop',
    edit: (draft) => {
      const spec = 'spec.versions[0].schema.openAPIV3Schema.properties.spec';
      draft.set(crd, `${spec}.properties.token`, { type: 'string', format: 'password' });
      draft.set(crd, `${spec}.properties.ratio`, { type: 'number', format: 'double' });
      draft.set(crd, `${spec}.properties.anything`, {
        type: 'object',
        required: ['name'],
        properties: { kind: { type: 'string' } },
        'x-kubernetes-preserve-unknown-fields': true,
      });
      draft.set(crd, `${spec}.properties.template`, {
        type: 'object',
        required: ['apiVersion', 'kind'],
        'x-kubernetes-embedded-resource': true,
        properties: { spec: { type: 'object' } },
      });
    },
  },
  {
    title: 'an older version with fewer fields, and another status',
    edit: (draft) => {
      const versions = 'spec.versions';
      draft.append(crd, versions, { ...Object(draft.get(crd, `${versions}[0]`)), name: 'v1beta1', storage: false });
      const older = `${versions}[1].schema.openAPIV3Schema.properties`;
      draft.remove(crd, `${older}.spec.properties.image`);
      draft.set(crd, `${older}.status.properties.count`, { type: 'integer' });
      const list = 'spec.customresourcedefinitions.owned';
      draft.append(csv, list, { ...Object(draft.get(csv, `${list}[0]`)), version: 'v1beta1' });
    },
  },
  {
    title: 'a port by two protocols, and capabilities of Linux',
    edit: (draft) => {
      draft.append(csv, `${manager}.ports`, { name: 'health-udp', containerPort: 8081, protocol: 'UDP' });
      draft.set(csv, `${manager}.securityContext.capabilities.add`, ['NET_BIND_SERVICE']);
    },
  },
  {
    title: 'a release that replaces none, in an empty name',
    edit: (draft) => draft.set(csv, 'spec.replaces', ''),
  },
  {
    title: 'a container whose limits are what it requests, and a kind of which there is one object',
    edit: (draft) => {
      draft.set(csv, `${manager}.resources`, { limits: { cpu: '500m', memory: '128Mi' } });
      draft.set(csv, `${install}.clusterPermissions[0].rules[2].resourceNames`, ['cluster']);
    },
  },
  {
    title: 'an update that misses no pod, on any node, with large pages and a device',
    edit: (draft) => {
      draft.set(csv, `${deployment}.spec.strategy`, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } });
      draft.set(csv, `${pod}.tolerations`, [
        { operator: 'Exists' },
        { key: 'example.com/broken', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
        { key: 'speed', operator: 'Gt', value: '5', effect: 'NoSchedule' },
      ]);
      draft.set(csv, `${manager}.resources.limits`, { memory: '1Gi', 'hugepages-2Mi': '4Mi', 'example.com/gpu': 1 });
      draft.append(csv, `${manager}.env`, {
        name: 'PAGES',
        valueFrom: { resourceFieldRef: { resource: 'limits.hugepages-2Mi' } },
      });
    },
  },
  {
    title: 'a container that runs before the others and stays, and is probed',
    edit: (draft) =>
      draft.append(csv, `${pod}.initContainers`, {
        name: 'proxy',
        image,
        restartPolicy: 'Always',
        ports: [{ name: 'proxy', containerPort: 8443, hostPort: 0 }],
        resources: { requests: { cpu: '1m', memory: '8Mi' } },
        startupProbe: { tcpSocket: { port: 'proxy' }, initialDelaySeconds: 0 },
        securityContext: { runAsUser: 65_532, runAsGroup: 0 },
      }),
  },
  {
    title: 'Services without ports, of all nodes, and with one number for two protocols',
    base: 'monitored',
    edit: (draft) => {
      const service = (name: string, spec: object) =>
        draft.write(`manifests/${name}_v1_service.yaml`, {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name },
          spec: { selector: { 'app.kubernetes.io/name': 'cache-operator' }, ...spec },
        });
      service('headless', { clusterIP: 'None' });
      service('nodes', { type: 'NodePort', ports: [{ name: '', port: 8081, nodePort: 30_081 }] });
      service('names', {
        ports: [
          { name: 'tcp', port: 53 },
          { name: 'udp', port: 53, protocol: 'UDP' },
        ],
      });
    },
  },
  {
    title: 'data, priorities, budgets and bindings at their bounds',
    base: 'monitored',
    edit: (draft) => {
      const write = (name: string, manifest: object) => draft.write(`manifests/${name}.yaml`, manifest);
      const metadata = { name: 'bounds' };
      write('bounds_configmap', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata,
        data: { '.hidden': '', 'a..b': '', A_b: '' },
        binaryData: { c: 'YQ==' },
      });
      write('bounds_secret', {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata,
        type: 'kubernetes.io/tls',
        data: { 'tls.crt': '' },
        stringData: { 'tls.key': '' },
      });
      write('bounds_priority', {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata,
        value: 1_000_000_000,
      });
      write('bounds_binding', {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata,
        roleRef: { kind: 'ClusterRole', name: 'view' },
        subjects: [{ kind: 'User', name: 'anna' }],
      });
      draft.set(budget, 'spec', { minAvailable: '50%', selector: draft.get(budget, 'spec.selector') });
      draft.set(csv, `${deployment}.spec.replicas`, 2);
    },
  },
  {
    title: 'a definition with all that one can say',
    edit: (draft) => {
      const version = 'spec.versions[0]';
      draft.set(crd, 'spec.names.categories', ['all']);
      draft.set(crd, 'spec.preserveUnknownFields', false);
      draft.set(crd, 'spec.conversion', { strategy: 'None' });
      draft.set(crd, `${version}.deprecated`, false);
      draft.set(crd, `${version}.selectableFields`, [{ jsonPath: '.spec.image' }]);
      draft.set(crd, `${version}.additionalPrinterColumns`, [
        { name: 'Size', type: 'integer', format: 'int32', description: 'Servers', priority: 1, jsonPath: '.spec.size' },
      ]);
      draft.set(crd, 'status', { conditions: [], acceptedNames: { kind: '', plural: '' }, storedVersions: [] });
    },
  },
  {
    title: 'a variable in the word behind an argument that asks for an image',
    edit: (draft) => {
      draft.append(csv, `${manager}.env`, { name: 'CACHE', value: 'none' });
      draft.append(csv, `${manager}.args`, '--cache-image', '$(CACHE)', '--tls-image');
    },
  },
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
    title: 'namespaces to watch as OLM sets them',
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
    title: 'a webhook about subresources',
    base: 'scaffolded',
    edit: (draft) => {
      const rules = 'spec.webhookdefinitions[2].rules';
      const about = (apiGroups: readonly string[], ...resources: readonly string[]) => ({
        ...Object(draft.get(scaffoldedCsv, `${rules}[0]`)),
        apiGroups,
        resources,
      });
      draft.append(
        scaffoldedCsv,
        rules,
        about([''], 'pods/*', 'nodes/status', 'serviceaccounts/token', 'bindings'),
        about([''], 'pods/eviction', 'pods/*'),
        about(['apps', ''], 'deployments', 'deployments/scale', '*/status'),
        about(['apps', ''], '*/*'),
        about(['resource.k8s.io'], 'resourceclaims/status'),
        about(['metrics.k8s.io'], 'pods/usage'),
        about(['db.example.com'], 'databases/status', 'databases/*'),
      );
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
    title: 'resources of an owned kind that have no names',
    edit: (draft) =>
      draft.append(csv, 'spec.customresourcedefinitions.owned[0].resources', { kind: 'Pod', version: 'v1' }),
  },
  {
    title: 'directories that are named from the root of the image, or from here',
    edit: (draft) => {
      draft.replace('metadata/annotations.yaml', ' manifests/', ' /manifests/');
      draft.replace('metadata/annotations.yaml', ' metadata/', ' ./metadata/');
      draft.drop('bundle.Dockerfile');
    },
  },
  {
    title: 'webhooks at the port that most operators serve them at, which no container writes down',
    base: 'scaffolded',
    edit: (draft) => draft.set(scaffoldedCsv, `${manager}.ports`, [{ name: 'https', containerPort: 8443 }]),
  },
  {
    title: 'a budget for all pods of the namespace',
    base: 'monitored',
    edit: (draft) => draft.set(budget, 'spec.selector', {}),
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
  {
    title: 'names and groups that look as if there were none such',
    edit: (draft) => {
      const rules = `${install}.clusterPermissions[0].rules`;
      draft.set(csv, `${install}.permissions[0].rules`, [
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
        {
          apiGroups: ['coordination.k8s.io'],
          resources: ['leases'],
          resourceNames: ['cache-operator'],
          verbs: ['get', 'update'],
        },
      ]);
      draft.append(
        csv,
        rules,
        {
          apiGroups: ['metrics.k8s.io'],
          resources: ['pods', 'nodes'],
          verbs: ['get', 'list'],
        },
        {
          apiGroups: ['cache.example.com'],
          resources: ['mirrors', 'caches/approve', '*/status'],
          verbs: ['update'],
        },
        {
          apiGroups: ['caches.example.com'],
          resources: ['caches'],
          verbs: ['list'],
        },
        {
          apiGroups: ['cache.example.com'],
          resources: ['caches'],
          resourceNames: ['small'],
          verbs: ['delete'],
        },
        {
          apiGroups: ['apps', 'extensions'],
          resources: ['deployments', 'ingresses'],
          verbs: ['get'],
        },
      );
    },
  },
  {
    title: 'nodes in namespaces where clusterPermissions have them, too, and the own namespace',
    edit: (draft) => {
      for (const [index, supported] of [true, true, false, false].entries()) {
        draft.set(csv, `spec.installModes[${index}].supported`, supported);
      }
      const nodes = { apiGroups: [''], resources: ['nodes'], verbs: ['list'] };
      draft.append(csv, `${install}.clusterPermissions[0].rules`, nodes);
      draft.append(csv, `${install}.permissions[0].rules`, nodes, {
        apiGroups: [''],
        resources: ['namespaces'],
        verbs: ['get'],
      });
    },
  },
  {
    title: 'ports of the node, parts of volumes and times as API servers take them',
    edit: (draft) => {
      draft.set(csv, `${deployment}.spec.progressDeadlineSeconds`, 11);
      draft.set(csv, `${deployment}.spec.minReadySeconds`, 10);
      draft.set(csv, `${pod}.hostNetwork`, true);
      draft.set(csv, `${pod}.dnsPolicy`, 'None');
      draft.set(csv, `${pod}.dnsConfig`, { nameservers: ['10.0.0.10'] });
      draft.set(csv, `${manager}.ports`, [
        { name: 'health', containerPort: 8081, hostPort: 8081 },
        { name: 'gossip', containerPort: 8081, hostPort: 8081, protocol: 'UDP' },
      ]);
      draft.set(csv, `${manager}.env`, [{ name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }]);
      draft.write('manifests/settings.yaml', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'settings' },
        data: { level: 'info' },
      });
      const items = [{ key: 'level', path: 'levels/first' }];
      draft.set(csv, `${pod}.volumes`, [
        { name: 'memory', emptyDir: { medium: 'Memory' } },
        { name: 'settings', configMap: { name: 'settings', items } },
        {
          name: 'pod',
          projected: {
            sources: [
              { serviceAccountToken: { path: 'token', expirationSeconds: 600 } },
              {
                downwardAPI: {
                  items: [
                    {
                      path: 'labels',
                      fieldRef: { fieldPath: "metadata.labels['a/b']" },
                    },
                    {
                      path: 'cpu',
                      resourceFieldRef: {
                        containerName: 'manager',
                        resource: 'limits.cpu',
                      },
                    },
                  ],
                },
              },
            ],
          },
        },
      ]);
      draft.set(csv, `${manager}.volumeMounts`, [
        { name: 'memory', mountPath: '/memory', subPathExpr: '$(POD_NAME)/$$(LITERALLY)' },
        { name: 'settings', mountPath: '/level', subPath: 'levels/first' },
        { name: 'pod', mountPath: '/pod' },
      ]);
    },
  },
  {
    title: 'a monitor and alarms with more than is known here',
    base: 'monitored',
    edit: (draft) => {
      draft.set(monitor, 'spec.endpoints[0].somethingNew', { of: 'later' });
      draft.set(monitor, 'spec.endpoints[0].interval', '1m30s');
      draft.set(monitor, 'spec.endpoints[0].targetPort', null);
      draft.append('manifests/cache-operator_monitoring.coreos.com_v1_prometheusrule.yaml', 'spec.groups', {
        name: 'kept',
        interval: '0',
        query_offset: '1m',
        rules: [{ record: 'caches:count', expr: 1 }],
      });
    },
  },
  {
    title: 'an image with the directory above the tests',
    base: 'dependent',
    edit: (draft) =>
      draft.replace(dockerfile, 'COPY bundle/tests/scorecard /tests/scorecard/', 'COPY bundle/tests /tests/'),
  },
  {
    title: 'a Secret with credentials, and a token of an account',
    edit: (draft) => {
      const secret = (name: string, more: object) =>
        draft.write(`manifests/${name}.yaml`, {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name },
          ...more,
        });
      secret('pull', {
        type: 'kubernetes.io/dockerconfigjson',
        data: { '.dockerconfigjson': 'e30=' },
      });
      secret('token', {
        type: 'kubernetes.io/service-account-token',
        metadata: {
          name: 'token',
          annotations: {
            'kubernetes.io/service-account.name': 'cache-operator',
          },
        },
      });
    },
  },
];

describe('a legal variant', () => {
  for (const { title, base = 'minimal', edit } of variants) {
    it(`a legal variant of a bundle has no finding: ${title}`, () => {
      const draft = goodBundle(base);
      edit(draft);
      assert.deepEqual(validate(draft.content()), []);
    });
  }
});
