import type { JsonObject } from '../../../../lib/api/index.ts';
import type { AppliedObject } from '../applied-object.ts';

/** A write to an applied Deployment, by the operator or another manager. */
export interface Drift {
  readonly title: string;
  readonly change: (web: AppliedObject) => Promise<void>;
  /** The differences, as `reason path`. */
  readonly expected: readonly string[];
}

const labels = { app: 'web' };
const container = {
  name: 'web',
  image: 'web:1',
  env: [
    { name: 'A', value: 'a' },
    { name: 'B', value: '' },
    { name: 'C', value: 'c' },
  ],
  ports: [{ containerPort: 80 }, { containerPort: 81 }],
  resources: { limits: { cpu: '1000m' } },
};
const pod = { containers: [container], tolerations: [{ key: 'a', operator: 'Exists' }] };

/** The Deployment's body; `parts` replace parts of the whole, its spec, its pod or its container. */
export function webBody(parts: WebParts = {}): JsonObject {
  const containers = [{ ...container, ...parts.container }];
  const template = { metadata: { labels }, spec: { ...pod, containers, ...parts.pod } };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template, ...parts.spec };
  return { metadata: parts.metadata ?? { labels }, spec: JSON.parse(JSON.stringify(spec)) };
}

interface WebParts {
  readonly metadata?: JsonObject;
  readonly spec?: object;
  readonly pod?: JsonObject;
  readonly container?: JsonObject;
}

const inPod = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } });
const podPath = 'spec.template.spec';
const webPath = `${podPath}.containers[name=web]`;
const portPath = (port: number) => `${webPath}.ports[containerPort=${port},protocol=TCP]`;
const pointer = '/spec/template/spec/containers/0';

/** The possible writes to {@link webBody}. */
export const drifts: readonly Drift[] = [
  { title: 'nothing', change: async () => undefined, expected: [] },

  // By another manager
  {
    title: 'an edit of a field of ours',
    change: (web) => web.edit({ spec: { replicas: 5 } }),
    expected: ['unowned spec.replicas'],
  },
  {
    title: 'an edit of a field of ours, taken back',
    change: async (web) => {
      await web.edit({ spec: { replicas: 5 } });
      await web.edit({ spec: { replicas: 2 } });
    },
    expected: ['unowned spec.replicas'],
  },
  {
    title: 'scaling what we render',
    change: (web) => web.edit({ spec: { replicas: 5 } }, 'scale'),
    expected: ['unowned spec.replicas'],
  },
  {
    title: 'scaling what we do not render',
    change: async (web) => {
      web.render(webBody({ spec: { replicas: undefined } }));
      await web.apply();
      await web.edit({ spec: { replicas: 5 } }, 'scale');
    },
    expected: [],
  },
  {
    title: 'the removal of a label of ours',
    change: (web) => web.edit({ metadata: { labels: { app: null } } }),
    expected: ['absent metadata.labels.app'],
  },
  {
    title: 'a label and an annotation of another manager',
    change: (web) => web.edit({ metadata: { labels: { b: 'b' }, annotations: { c: 'c' } } }),
    expected: [],
  },
  {
    title: 'a new status',
    change: (web) => web.edit({ status: { observedGeneration: 1, replicas: 1 } }, 'status'),
    expected: [],
  },
  {
    title: 'an apply of the same by another manager',
    change: (web) => web.applyByOther(webBody({ container: { env: [], resources: { limits: { cpu: '1' } } } })),
    expected: [],
  },
  {
    title: 'an apply of the same in words that the server changes, by another manager',
    change: (web) => web.applyByOther(webBody()),
    expected: [`absent ${webPath}.env[name=B].value`, `unowned ${webPath}.resources.limits.cpu`],
  },
  {
    title: 'the injection of a container',
    change: (web) => web.applyByOther(inPod({ containers: [{ name: 'side', image: 'side:1' }] })),
    expected: [],
  },
  {
    title: 'the injection of a variable',
    change: (web) => web.applyByOther(inPod({ containers: [{ name: 'web', env: [{ name: 'X', value: 'x' }] }] })),
    expected: [],
  },
  {
    title: 'an edit of a list that has one owner',
    change: (web) => web.edit(inPod({ tolerations: [] })),
    expected: [`absent ${podPath}.tolerations`],
  },
  {
    title: 'the removal of an item of ours',
    change: (web) => web.editItem({ op: 'remove', path: `${pointer}/ports/0` }),
    expected: [`absent ${portPath(80)}`],
  },
  {
    title: 'a new order of our items',
    change: (web) => web.editItem({ op: 'move', from: `${pointer}/env/2`, path: `${pointer}/env/0` }),
    expected: [`reordered ${webPath}.env[name=C]`],
  },
  {
    title: 'a second item of the same name',
    change: (web) => web.editItem({ op: 'add', path: `${pointer}/env/-`, value: { name: 'A', value: 'other' } }),
    expected: [`unowned ${webPath}.env[name=A]`],
  },
  {
    title: 'the loss of all managed fields',
    change: (web) => web.edit({ metadata: { managedFields: [{}] } }),
    expected: [
      'unowned metadata.labels.app',
      'unowned spec.replicas',
      'unowned spec.selector',
      'unowned spec.template.metadata.labels.app',
      `unowned ${podPath}.containers`,
      `unowned ${podPath}.tolerations`,
    ],
  },

  // By the operator
  {
    title: 'rendering an empty choice, which chooses all, where there was none',
    change: rendersAfter(inAffinity({}), inAffinity({ namespaceSelector: {} })),
    expected: [`changed ${podPath}.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution`],
  },
  {
    title: 'rendering what the server had filled in',
    change: rendersAfter(
      inVariable({ fieldPath: 'metadata.name' }),
      inVariable({ apiVersion: 'v1', fieldPath: 'metadata.name' }),
    ),
    expected: [],
  },
  {
    title: 'rendering no longer what the server then fills in otherwise',
    change: rendersAfter(inResource({ divisor: '1m' }), inResource({})),
    expected: [`changed ${webPath}.env[name=X].valueFrom.resourceFieldRef`],
  },
  ...renders([
    ['another value', { container: { image: 'web:2' } }, [`changed ${webPath}.image`]],
    ['a quantity in other words', { container: { resources: { limits: { cpu: 1 } } } }, []],
    [
      'another quantity',
      { container: { resources: { limits: { cpu: '1001m' } } } },
      [`changed ${webPath}.resources.limits.cpu`],
    ],
    ['a field less', { spec: { replicas: undefined } }, ['surplus spec.replicas']],
    ['a label less', { metadata: { labels: {} } }, ['surplus metadata.labels.app']],
    ['no metadata', { metadata: {} }, ['surplus metadata.labels']],
    ['an item less', { container: { ports: [{ containerPort: 81 }] } }, [`surplus ${portPath(80)}`]],
    ['an empty list of items', { container: { ports: [] } }, [`surplus ${portPath(80)}`, `surplus ${portPath(81)}`]],
    [
      'an item more',
      { container: { env: [...container.env, { name: 'D', value: '' }] } },
      [`absent ${webPath}.env[name=D]`],
    ],
    [
      'the items in another order',
      { container: { ports: [{ containerPort: 81 }, { containerPort: 80 }] } },
      [`reordered ${portPath(80)}`],
    ],
    [
      'a key that the server had filled in',
      { container: { ports: [{ containerPort: 80, protocol: 'TCP' }, { containerPort: 81 }] } },
      [`unowned ${portPath(80)}.protocol`],
    ],
    [
      'a field more, with the value that it has',
      { pod: { restartPolicy: 'Always' } },
      [`unowned ${podPath}.restartPolicy`],
    ],
    [
      'an empty map where the server has something',
      { pod: { securityContext: {} } },
      [`unowned ${podPath}.securityContext`],
    ],
    ['an empty list where there is none', { pod: { volumes: [] } }, []],
  ]),
];

function inAffinity(parts: JsonObject): WebParts {
  const term = { topologyKey: 'zone', labelSelector: { matchLabels: labels }, ...parts };
  return { pod: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } } };
}

function inVariable(fieldRef: JsonObject): WebParts {
  return { container: { env: [{ name: 'X', valueFrom: { fieldRef } }] } };
}

function inResource(parts: JsonObject): WebParts {
  return { container: { env: [{ name: 'X', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', ...parts } } }] } };
}

function rendersAfter(first: WebParts, second: WebParts): Drift['change'] {
  return async (web) => {
    web.render(webBody(first));
    await web.apply();
    web.render(webBody(second));
  };
}

function renders(table: readonly (readonly [what: string, parts: WebParts, expected: readonly string[]])[]): Drift[] {
  return table.map(([what, parts, expected]) => ({
    title: `rendering ${what}`,
    change: async (web) => web.render(webBody(parts)),
    expected,
  }));
}
