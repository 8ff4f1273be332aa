import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { podOf, untilPodsAreAdmitted } from './pod-admission.ts';

/** Returns a container of some resources. */
function container(name: string, limits?: JsonObject, requests?: JsonObject): JsonObject {
  return { name, image: 'i', resources: { ...(limits && { limits }), ...(requests && { requests }) } };
}

/**
 * Creates a LimitRange, and waits until admission knows it. Admission learns of ranges in their order, and the second one is for claims that
 * no case creates.
 */
async function limit(session: Session, ...limits: JsonObject[]): Promise<void> {
  await untilPodsAreAdmitted(session);
  await session.post(session.path('limitranges'), { metadata: { name: 'range' }, spec: { limits } });
  await session.post(session.path('limitranges'), {
    metadata: { name: 'probe' },
    spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '1Ti' } }] },
  });
  const claims = `${session.path('persistentvolumeclaims')}?dryRun=All`;
  const isRefused = (_: JsonObject, status: number) => status === 403;
  await session.untilResponse('the range is known', 'POST', claims, claimOf('2Ti'), isRefused);
}

/** Returns a claim of a size. */
function claimOf(storage: string): JsonObject {
  return {
    metadata: { name: 'claim' },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: { requests: { storage } } },
  };
}

async function pods(session: Session, ...specs: JsonObject[]): Promise<void> {
  for (const [index, spec] of specs.entries()) await session.post(session.path('pods'), podOf(`p${index}`, spec));
}

const bounds = { min: { cpu: '100m' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '4' } };

/** LimitRanges. */
export const limitRangeCases: readonly ConformanceCase[] = [
  {
    title: 'gives containers default resources',
    run: async (session) => {
      const usual = { default: { cpu: '1', memory: '1Gi' }, defaultRequest: { cpu: '500m' } };
      await limit(session, { type: 'Container', ...usual });
      await pods(
        session,
        {},
        { containers: [container('a', { cpu: '2' }), container('b')] },
        { initContainers: [container('x', undefined, { memory: '1Mi' })] },
        { containers: [container('c', { cpu: '1', memory: '1Gi' })] },
      );
    },
  },
  {
    title: 'refuses containers beyond the bounds',
    run: async (session) => {
      await limit(session, { type: 'Container', ...bounds, default: { cpu: '1' }, defaultRequest: { cpu: '1' } });
      await pods(
        session,
        {},
        { containers: [container('c', { cpu: '3' })] },
        { containers: [container('c', { cpu: '1' }, { cpu: '50m' })] },
        { containers: [container('c', { cpu: '1' }, { cpu: '100m' })] },
        { containers: [container('a', { cpu: '3' }), container('b', { cpu: '3' })] },
        { initContainers: [container('x', { cpu: '2500m' })] },
        { containers: [container('c', { cpu: '50m' })] },
      );
    },
  },
  {
    title: 'refuses pods beyond the bounds',
    run: async (session) => {
      await limit(session, { type: 'Pod', ...bounds });
      await pods(
        session,
        {},
        { containers: [container('a', { cpu: '1' }), container('b', { cpu: '1500m' })] },
        { containers: [container('a', { cpu: '1' }), container('b')] },
        { containers: [container('a', { cpu: '1' })], initContainers: [container('x', { cpu: '3' })] },
        { containers: [container('a', { cpu: '1' }, { cpu: '0.3' }), container('b', { cpu: '1' })] },
      );
    },
  },
  {
    title: 'sums memory in the notation of the client',
    run: async (session) => {
      await limit(session, { type: 'Pod', max: { memory: '2Gi' } });
      for (const memory of ['1200Mi', '1300M', '1500000001']) {
        await pods(session, { containers: [container('a', { memory }), container('b', { memory })] });
      }
    },
  },
  {
    title: 'bounds claims, also those that grow',
    run: async (session) => {
      await limit(session, { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } });
      for (const storage of ['500Mi', '3Gi', '1.5Gi']) {
        await session.post(session.path('persistentvolumeclaims'), claimOf(storage));
      }
    },
  },
];
