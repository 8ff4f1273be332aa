import type { JsonObject, JsonValue } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';

const autoscaler = (name: string, spec: JsonObject): JsonObject => ({
  metadata: { name },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'absent' }, maxReplicas: 3, ...spec },
});

const [older, newer] = ['autoscaling/v1/horizontalpodautoscalers', 'autoscaling/v2/horizontalpodautoscalers'];

/** Metrics that autoscaling/v1 has no fields for. */
const metrics: JsonValue = [
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
  {
    type: 'Object',
    object: {
      describedObject: { name: 'd', kind: 'K', apiVersion: 'v1' },
      metric: { name: 'm', selector: { matchLabels: { b: '1', a: '1' } } },
      target: { type: 'Value', value: '3' },
    },
  },
  { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '5' } } },
  { type: 'External', external: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '5' } } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 7 } },
  },
];

/** Kinds that two versions serve from one storage. */
export const builtInVersionCases: readonly ConformanceCase[] = [
  {
    title: 'serves events of both versions',
    run: async (session) => {
      const place = { kind: 'Pod', name: 'p', namespace: session.namespace };
      const [core, group] = [session.path('events'), session.path('events.k8s.io/v1/events')];
      await session.post(core, {
        metadata: { name: 'a' },
        involvedObject: place,
        reason: 'R',
        message: 'text',
        type: 'Normal',
        source: { component: 'c' },
        count: 2,
      });
      await session.get(`${group}/a`);
      await session.post(group, {
        metadata: { name: 'b' },
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingController: 'example.com/c',
        reportingInstance: 'i',
        action: 'A',
        reason: 'R',
        type: 'Warning',
        note: 'note',
        regarding: place,
      });
      await session.get(`${core}/b`);
      await session.get(`${group}/b`);
    },
  },
  {
    title: 'serves autoscalers of the older version in the newer one',
    run: async (session) => {
      await session.post(`${session.path(older)}?dryRun=All`, autoscaler('a', {}));
      await session.post(`${session.path(older)}?dryRun=All`, autoscaler('a', { targetCPUUtilizationPercentage: 50 }));
      await session.post(`${session.path(newer)}?dryRun=All`, autoscaler('a', { minReplicas: 2 }));
    },
  },
  {
    title: 'serves autoscalers of the newer version in the older one, with annotations',
    run: async (session) => {
      const [path, whole] = [
        session.path(older, 'a'),
        { behavior: { scaleDown: { stabilizationWindowSeconds: 5 } }, metrics },
      ];
      await session.post(session.path(newer), autoscaler('a', whole));
      await session.get(path);
      await session.patch('merge', `${path}?fieldManager=other`, { spec: { maxReplicas: 4 } });
      const applied = { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a' } };
      await session.patch('apply', `${path}?fieldManager=third`, {
        ...applied,
        spec: { targetCPUUtilizationPercentage: 50 },
      });
      await session.patch('apply', `${path}?fieldManager=third&force=true`, {
        ...applied,
        spec: { targetCPUUtilizationPercentage: 50 },
      });
      await session.get(session.path(newer, 'a'));
      await session.patch('apply', `${path}?fieldManager=third`, { ...applied, spec: { maxReplicas: 4 } });
      await session.patch('merge', path, { metadata: { annotations: null } });
      await session.get(session.path(newer, 'a'));
      await session.patch('merge', session.path(newer, 'a'), {
        metadata: { annotations: { 'autoscaling.alpha.kubernetes.io/metrics': '[]', other: 'x' } },
      });
    },
  },
];
