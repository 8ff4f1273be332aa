import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';

const autoscaler = (name: string, spec: JsonObject): JsonObject => ({
  metadata: { name },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'absent' }, maxReplicas: 3, ...spec },
});

const [older, newer] = ['autoscaling/v1/horizontalpodautoscalers', 'autoscaling/v2/horizontalpodautoscalers'];

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
];
