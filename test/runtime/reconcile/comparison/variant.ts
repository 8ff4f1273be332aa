import fc from 'fast-check';
import type { JsonObject } from '../../../../lib/api/index.ts';

// Generates bodies of one object from few names and values, so that any two overlap, and those of two managers
// conflict.

const word = fc.constantFrom('', 'a', 'b', 'x y');
const name = fc.constantFrom('a', 'b', 'c');
const names = fc.subarray(['a', 'b', 'c'], { minLength: 0 });
const words = fc.dictionary(fc.constantFrom('a', 'b', 'example.com/c'), word);
const labelValues = fc.dictionary(fc.constantFrom('a', 'b', 'example.com/c'), fc.constantFrom('', 'a', 'b'));

/** An optional field. */
function sparse<Fields extends Record<string, unknown>>(
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) {
  return fc.record(fields, { requiredKeys: [] });
}

function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.shuffledSubarray([...items]);
}

const metadata = sparse({
  labels: labelValues,
  annotations: words,
  finalizers: shuffled(['example.com/a', 'example.com/b', 'example.com/c']),
  ownerReferences: shuffled(['1', '2']).chain((uids) =>
    fc.tuple(...uids.map((uid) => fc.boolean().map((blockOwnerDeletion) => ownerReference(uid, blockOwnerDeletion)))),
  ),
});

function ownerReference(uid: string, blockOwnerDeletion: boolean): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, blockOwnerDeletion };
}

/** Bodies of a ConfigMap. */
export const configMapBody: fc.Arbitrary<JsonObject> = sparse({
  metadata,
  data: words.map((data) => rekeyed(data)),
  binaryData: fc.constantFrom({}, { d: 'AAEC' }),
});

function rekeyed(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key.replace('/', '.'), value]));
}

const base64 = fc.constantFrom('', 'YQ==', 'Yg==', '/+8=');

/** Bodies of a Secret. */
export const secretBody: fc.Arbitrary<JsonObject> = sparse({
  metadata,
  data: sparse({ a: base64, b: base64 }),
});

const quantity = fc.constantFrom<string | number>('1', '1000m', 1, '1.0', '0.5', '500m', '2', '1e0', '0.0005k');
const size = fc.constantFrom('1Gi', '1024Mi', '1073741824', '1.5Gi', '1536Mi', '0.5Gi');
const quantities = sparse({ cpu: quantity, memory: size });

const port = fc.constantFrom<JsonObject>(
  { containerPort: 80 },
  { containerPort: 80, protocol: 'TCP' },
  { containerPort: 80, protocol: 'UDP' },
  { containerPort: 443, name: 'https' },
);
const ports = fc.uniqueArray(port, {
  selector: ({ containerPort, protocol }) => `${containerPort}${protocol ?? 'TCP'}`,
});

const variable = fc.constantFrom<JsonObject>(
  { name: 'A', value: '' },
  { name: 'A', value: 'a' },
  { name: 'A<&>', value: 'a' },
  { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  { name: 'B', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.uid' } } },
  { name: 'D', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1024Ki' } } },
  { name: 'C', value: '$(A)' },
);

const probe = sparse({
  httpGet: fc.constantFrom<JsonObject>(
    { port: 80 },
    { port: 'https', path: '/', httpHeaders: [{ name: 'X', value: '' }] },
  ),
  initialDelaySeconds: fc.constantFrom(0, 5),
}).filter(({ httpGet }) => httpGet !== undefined);

const container = sparse({
  env: fc.uniqueArray(variable, { selector: ({ name }) => name }),
  ports,
  command: fc.constantFrom([], ['run'], ['run', '']),
  livenessProbe: probe,
  resources: sparse({ limits: quantities }),
  securityContext: sparse({ capabilities: fc.constantFrom({ drop: ['ALL'] }, {}), privileged: fc.boolean() }),
  stdin: fc.boolean(),
});

const volume = fc.constantFrom<JsonObject>(
  { name: 'a', emptyDir: {} },
  { name: 'a', emptyDir: { sizeLimit: '1024Mi' } },
  { name: 'b', configMap: { name: 'b', items: [{ key: 'k', path: 'k' }] } },
  { name: 'b', configMap: { name: 'b' } },
  { name: 'c', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
  { name: 'd', downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.labels' } }] } },
);

const toleration = fc.constantFrom<JsonObject>(
  { key: 'a', operator: 'Exists' },
  { key: 'b', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 },
);

const podSpec = fc
  .tuple(
    shuffled(['web', 'side', 'third']).filter((list) => list.length > 0),
    fc.array(fc.tuple(container, fc.constantFrom('one:1', 'two:2')), { minLength: 3, maxLength: 3 }),
    sparse({
      volumes: fc.uniqueArray(volume, { selector: ({ name }) => name }),
      tolerations: fc.array(toleration, { maxLength: 2 }),
      nodeSelector: labelValues,
      securityContext: sparse({
        runAsNonRoot: fc.boolean(),
        runAsUser: fc.constantFrom(0, 11211),
        supplementalGroups: fc.constantFrom([], [1]),
      }),
      imagePullSecrets: names.map((list) => list.map((secret) => ({ name: secret }))),
      serviceAccountName: fc.constantFrom('one', 'web'),
      hostNetwork: fc.constant(false),
      terminationGracePeriodSeconds: fc.constantFrom(0, 30),
      topologySpreadConstraints: fc.constantFrom<JsonObject[]>(
        [],
        [
          {
            maxSkew: 1,
            topologyKey: 'zone',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: { app: 'web' } },
          },
        ],
      ),
      affinity: fc.constantFrom<JsonObject>(
        {},
        {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }],
            },
          },
        },
      ),
      hostAliases: fc.constantFrom([], [{ ip: '10.0.0.1', hostnames: ['a'] }]),
    }),
  )
  .map(([list, bodies, rest]) => ({
    ...rest,
    containers: list.map((title, index) => ({ name: title, image: bodies[index]?.[1] ?? '', ...bodies[index]?.[0] })),
  }));

/** Bodies of a Deployment. */
export const deploymentBody: fc.Arbitrary<JsonObject> = fc
  .tuple(
    metadata,
    podSpec,
    labelValues,
    sparse({
      replicas: fc.constantFrom(0, 1, 3),
      minReadySeconds: fc.constantFrom(0, 1),
      paused: fc.boolean(),
      strategy: fc.constantFrom<JsonObject>(
        {},
        { rollingUpdate: { maxSurge: '25%' } },
        { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      ),
    }),
  )
  .map(([meta, pod, labels, spec]) => ({
    metadata: meta,
    spec: {
      ...spec,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { ...labels, app: 'web' } }, spec: pod },
    },
  }))
  .map((body) => JSON.parse(JSON.stringify(body)));

/** Bodies of a Service. */
export const serviceBody: fc.Arbitrary<JsonObject> = fc
  .tuple(
    metadata,
    fc.uniqueArray(
      fc.constantFrom<JsonObject>(
        { name: 'a', port: 80 },
        { name: 'a', port: 80, targetPort: 'http', protocol: 'TCP' },
        { name: 'b', port: 80, protocol: 'UDP' },
        { name: 'c', port: 443, targetPort: 8443 },
      ),
      { minLength: 1, selector: ({ name }) => name },
    ),
    sparse({
      selector: labelValues,
      publishNotReadyAddresses: fc.boolean(),
      sessionAffinity: fc.constantFrom('None', 'ClientIP'),
      externalIPs: fc.constantFrom([], ['10.1.1.1']),
    }),
  )
  .map(([meta, list, spec]) => ({ metadata: meta, spec: { ...spec, ports: list } }));

/** Bodies of a NetworkPolicy. */
export const networkPolicyBody: fc.Arbitrary<JsonObject> = fc
  .tuple(
    metadata,
    fc.constantFrom<JsonObject>({}, { matchLabels: { app: 'web' } }, { matchLabels: {} }),
    sparse({
      policyTypes: fc.constantFrom(['Ingress'], ['Ingress', 'Egress']),
      ingress: fc.constantFrom<JsonObject[]>(
        [],
        [{}],
        [{ from: [], ports: [{ port: 80 }] }],
        [{ from: [{ podSelector: {} }], ports: [{ port: 80, protocol: 'TCP' }] }],
        [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ port: 80, protocol: 'UDP' }] }],
      ),
    }),
  )
  .map(([meta, podSelector, spec]) => ({ metadata: meta, spec: { ...spec, podSelector } }));

/** The schema of a custom resource with every kind of list and map that structural schemas know. */
export const customSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        count: { type: 'integer', nullable: true },
        flag: { type: 'boolean' },
        percent: { 'x-kubernetes-int-or-string': true },
        filled: { type: 'string', default: 'filled' },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { a: { type: 'string' }, b: { type: 'string' }, port: { type: 'integer', default: 80 } },
          },
        },
        set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'zone'],
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string' },
              zone: { type: 'string', default: 'a' },
              value: { type: 'string' },
              filled: { type: 'integer', default: 1 },
            },
          },
        },
        atomic: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { a: { type: 'string' }, b: { type: 'string' }, filled: { type: 'string', default: 'filled' } },
        },
        words: { type: 'object', additionalProperties: { type: 'string' } },
        objects: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
        },
        nested: {
          type: 'object',
          properties: { a: { type: 'string' }, deep: { type: 'object', properties: { b: { type: 'string' } } } },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
};

/** Bodies of a custom resource with {@link customSchema}. */
export const customBody: fc.Arbitrary<JsonObject> = fc
  .tuple(
    metadata,
    sparse({
      text: word,
      count: fc.constantFrom(0, 1),
      flag: fc.boolean(),
      percent: fc.constantFrom<string | number>(1, '1', '1000m'),
      filled: fc.constantFrom('filled', 'other'),
      list: fc.array(sparse({ a: word, b: word }), { maxLength: 2 }),
      set: shuffled(['a', 'b', 'c', '<>']),
      items: fc.uniqueArray(
        fc
          .tuple(name, sparse({ zone: name, value: word, filled: fc.constantFrom(0, 1) }))
          .map(([title, rest]) => ({ name: title, ...rest })),
        { selector: ({ name: title, zone }) => `${title}/${zone ?? 'a'}`, maxLength: 3 },
      ),
      atomic: sparse({ a: word, b: word }),
      words: labelValues,
      objects: fc.dictionary(name, sparse({ a: word, b: word })),
      nested: sparse({ a: word, deep: sparse({ b: word }) }),
      free: fc.constantFrom<JsonObject>({}, { a: [1, { b: [] }] }, { a: { b: {} }, c: 'c' }, { a: { b: { d: '' } } }),
    }),
  )
  .map(([meta, spec]) => ({ metadata: meta, spec }));
