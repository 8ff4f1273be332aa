import fc from 'fast-check';
import type { JsonObject } from '../../../lib/api/index.ts';
import { widgets } from '../cases/sample.ts';
import type { RandomKind } from './kind.ts';

/** Returns objects with some of the fields. */
function some(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>, required: readonly string[] = []) {
  return fc.record(fields, { requiredKeys: [...required], noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
}

const bit = fc.constantFrom('0', '1');
const data = some({ a: bit, b: bit, 'c.d': bit });
const encoded = fc.constantFrom('MA==', 'MQ==', 'MA', '%');
const labels = some({ k: bit, l: bit });
const port = fc.constantFrom(80, 81, 0, 70_000);

const servicePort = some(
  {
    name: fc.constantFrom('p', 'q'),
    port,
    protocol: fc.constantFrom('TCP', 'UDP'),
    targetPort: fc.constantFrom<unknown>(8080, 'web'),
  },
  ['port'],
);

const container = some(
  {
    name: fc.constantFrom('c', 'd'),
    image: fc.constantFrom('i:1', 'i:2', 'i'),
    env: fc.array(some({ name: fc.constantFrom('E', 'F'), value: bit }, ['name']), { maxLength: 3 }),
    args: fc.array(bit, { maxLength: 2 }),
    ports: fc.array(
      some({ containerPort: fc.constantFrom(80, 81), protocol: fc.constantFrom('TCP', 'UDP') }, ['containerPort']),
      {
        maxLength: 2,
      },
    ),
    resources: some({
      limits: some({ cpu: fc.constantFrom<unknown>('1', '1000m', 1), memory: fc.constantFrom('1Gi', '1024Mi') }),
    }),
  },
  ['name', 'image'],
);

const podSpec = some(
  {
    containers: fc.uniqueArray(container, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
    nodeSelector: labels,
    tolerations: fc.array(
      some({ key: fc.constantFrom('t', 'u'), operator: fc.constantFrom('Exists', 'Equal'), value: bit }),
      {
        maxLength: 2,
      },
    ),
    terminationGracePeriodSeconds: fc.constantFrom(0, 30),
    volumes: fc.array(some({ name: fc.constantFrom('v', 'w'), emptyDir: fc.constant({}) }, ['name']), { maxLength: 2 }),
  },
  ['containers'],
);

const conditions = fc.uniqueArray(
  some(
    {
      type: fc.constantFrom('A', 'B'),
      status: fc.constantFrom('True', 'False'),
      lastTransitionTime: fc.constant('2020-01-02T03:04:05Z'),
      reason: fc.constant('R'),
      message: fc.constant('m'),
    },
    ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  ),
  {
    maxLength: 2,
    selector: ({ type }) => type,
  },
);

/** Built-in kinds whose objects no controller changes while only an API server runs. */
export const builtInKinds: readonly RandomKind[] = [
  {
    resource: 'configmaps',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    least: {},
    fields: some({ data, binaryData: some({ z: encoded }), immutable: fc.constantFrom(false, false, false, true) }),
  },
  {
    resource: 'secrets',
    apiVersion: 'v1',
    kind: 'Secret',
    least: {},
    fields: some({
      data: some({ a: encoded, b: encoded }),
      stringData: data,
      type: fc.constantFrom('Opaque', 'example.com/t', 'kubernetes.io/basic-auth'),
    }),
  },
  {
    resource: 'services',
    apiVersion: 'v1',
    kind: 'Service',
    least: { spec: { ports: [{ port: 80 }] } },
    fields: some(
      {
        spec: some({
          selector: labels,
          ports: fc.array(servicePort, { maxLength: 3 }),
          type: fc.constant('ClusterIP'),
          sessionAffinity: fc.constantFrom('None', 'ClientIP', 'None'),
          publishNotReadyAddresses: fc.boolean(),
        }),
      },
      ['spec'],
    ),
    status: some({ conditions }),
    directives: fc.constantFrom<JsonObject>(
      { spec: { ports: [{ port: 80, $patch: 'delete' }] } },
      { spec: { ports: [{ port: 81, name: 'q' }], '$setElementOrder/ports': [{ port: 81 }, { port: 80 }] } },
      { spec: { selector: { $patch: 'replace', k: '1' } } },
      { spec: { $patch: 'delete' } },
    ),
  },
  {
    resource: 'apps/v1/deployments',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    least: {
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    fields: some(
      {
        spec: some(
          {
            replicas: fc.constantFrom(0, 1, 3, -1),
            selector: fc.constantFrom<JsonObject>(
              { matchLabels: { app: 'a' } },
              { matchLabels: { app: 'a' } },
              { matchLabels: { app: 'b' } },
              {},
            ),
            template: some({ metadata: fc.constant({ labels: { app: 'a' } }), spec: podSpec }, ['metadata', 'spec']),
            strategy: fc.constantFrom<JsonObject>({}, { type: 'Recreate' }, { rollingUpdate: { maxSurge: 1 } }),
            paused: fc.boolean(),
            minReadySeconds: fc.constantFrom(0, 5),
          },
          ['selector', 'template'],
        ),
      },
      ['spec'],
    ),
    status: some({ replicas: fc.nat(2), observedGeneration: fc.nat(3), conditions }),
    hasScale: true,
    directives: fc.constantFrom<JsonObject>(
      { spec: { template: { spec: { containers: [{ name: 'c', $patch: 'delete' }] } } } },
      {
        spec: {
          template: {
            spec: {
              containers: [{ name: 'd', image: 'i' }],
              '$setElementOrder/containers': [{ name: 'd' }, { name: 'c' }],
            },
          },
        },
      },
      { spec: { template: { spec: { containers: [{ name: 'c', env: [{ name: 'E', $patch: 'delete' }] }] } } } },
      { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
      { spec: { template: { spec: { volumes: [{ $patch: 'replace' }, { name: 'v', emptyDir: {} }] } } } },
      { spec: { template: { spec: { tolerations: [{ key: 't', operator: 'Exists' }] } } } },
    ),
  },
  {
    resource: 'rbac.authorization.k8s.io/v1/roles',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    least: {},
    fields: some({
      rules: fc.array(
        some(
          {
            apiGroups: fc.constantFrom<unknown>([''], ['apps']),
            resources: fc.constantFrom<unknown>(['pods'], ['pods', 'secrets'], []),
            verbs: fc.constantFrom<unknown>(['get'], ['get', 'list'], []),
          },
          ['verbs'],
        ),
        // The real server stores an empty list as null, but notes its manager.
        { minLength: 1, maxLength: 2 },
      ),
    }),
  },
  {
    resource: 'coordination.k8s.io/v1/leases',
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    least: {},
    fields: some({
      spec: some({
        holderIdentity: fc.constantFrom('h', 'i', ''),
        leaseDurationSeconds: fc.constantFrom(1, 15, 0),
        renewTime: fc.constantFrom('2020-01-02T03:04:05.000000Z', '2020-01-02T03:04:05Z', 'soon'),
        leaseTransitions: fc.nat(2),
      }),
    }),
  },
  {
    resource: 'networking.k8s.io/v1/networkpolicies',
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    least: { spec: {} },
    fields: some({
      spec: some({
        podSelector: some({ matchLabels: labels }),
        policyTypes: fc.constantFrom<unknown>(['Ingress'], ['Ingress', 'Egress'], ['Other']),
        ingress: fc.array(
          some({
            ports: fc.array(
              some({ port: fc.constantFrom<unknown>(80, 'web'), protocol: fc.constantFrom('TCP', 'UDP') }),
              { minLength: 1, maxLength: 2 },
            ),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
    }),
  },
  ...['v1', 'v2'].map(
    (version): RandomKind => ({
      resource: `autoscaling/${version}/horizontalpodautoscalers`,
      apiVersion: `autoscaling/${version}`,
      kind: 'HorizontalPodAutoscaler',
      least: { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' }, maxReplicas: 1 } },
      fields: some(
        {
          spec: some(
            {
              scaleTargetRef: fc.constant({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' }),
              minReplicas: fc.constantFrom(1, 2),
              maxReplicas: fc.constantFrom(2, 3, 1),
              ...(version === 'v1'
                ? { targetCPUUtilizationPercentage: fc.constantFrom(50, 80) }
                : {
                    metrics: fc.array(
                      fc.constantFrom<unknown>(
                        {
                          type: 'Resource',
                          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
                        },
                        {
                          type: 'Resource',
                          resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
                        },
                      ),
                      { maxLength: 2 },
                    ),
                    behavior: fc.constantFrom<unknown>({}, { scaleDown: { stabilizationWindowSeconds: 5 } }),
                  }),
            },
            ['scaleTargetRef', 'maxReplicas'],
          ),
        },
        ['spec'],
      ),
    }),
  ),
];

/** The custom resource of the other cases, whose schema has all keywords. */
export const widgetKind: RandomKind = {
  resource: widgets,
  apiVersion: 'conformance.example.com/v1',
  kind: 'Widget',
  least: {},
  fields: some({
    spec: some({
      size: fc.integer({ min: 0, max: 11 }),
      mode: fc.constantFrom('a', 'b', 'c'),
      replicas: fc.constantFrom(0, 1, 3, -1),
      list: fc.subarray(['p', 'q', 'r']),
      set: fc.array(fc.constantFrom('p', 'q', 'r'), { maxLength: 3 }),
      map: data,
      atomic: fc.constantFrom<unknown>({ a: 1 }, { b: 2 }, { a: 1, b: 1 }),
      ports: fc.array(
        some({ name: fc.constantFrom('h', 'i'), port: fc.nat(1), protocol: fc.constant('UDP'), note: bit }, ['name']),
        { maxLength: 3 },
      ),
      free: fc.constantFrom<unknown>({}, { a: 1 }, { a: { b: 0 } }, { a: { b: 1 } }),
      nullable: fc.constantFrom(null, 'x'),
      growing: fc.nat(2),
      deep: fc.constantFrom<unknown>({}, { x: 2 }, { y: 3 }),
      both: fc.constantFrom<unknown>(1, '1', true),
      either: fc.constantFrom<unknown>({ x: 'a' }, { x: 'a', y: 'b' }),
    }),
  }),
  status: some({ replicas: fc.nat(2), selector: bit, conditions }),
  hasScale: true,
};
