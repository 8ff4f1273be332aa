import type { ConformanceCase, Session } from '../session.ts';

const [core, group] = ['events', 'events.k8s.io/v1/events'];

/** Creates an Event of each version, and one whose source is its controller. */
async function three(session: Session): Promise<void> {
  const pod = {
    kind: 'Pod',
    name: 'p',
    namespace: session.namespace,
    uid: 'c0ffee00-0000-4000-8000-000000000000',
    fieldPath: 'spec',
  };
  const old = { reason: 'Old', message: 'text', type: 'Normal', source: { component: 'c' } };
  await session.unrecorded('POST', session.path(core), { metadata: { name: 'a' }, involvedObject: pod, ...old });
  const current = { eventTime: '2026-01-01T00:00:00.000000Z', reportingInstance: 'i', action: 'A', note: 'note' };
  for (const [name, type] of [
    ['b', 'Warning'],
    ['c', 'Normal'],
  ] as const) {
    const names = { metadata: { name }, reportingController: `example.com/${name}`, reason: 'New', type };
    await session.unrecorded('POST', session.path(group), { ...current, ...names, regarding: { ...pod, name } });
  }
}

/** Field selectors of Events, which each version names as its own fields. */
export const eventSelectorCases: readonly ConformanceCase[] = [
  ['reason=New', core, group],
  ['reason!=New', core, group],
  ['type=Warning', core, group],
  ['source=c', core, group],
  ['source=example.com/b', core, group],
  ['involvedObject.name=b', core, group],
  ['involvedObject.uid=c0ffee00-0000-4000-8000-000000000000,involvedObject.fieldPath=spec', core],
  ['involvedObject.kind=Pod,type=Normal', core],
  ['regarding.name=b', core, group],
  ['regarding.uid=c0ffee00-0000-4000-8000-000000000000,regarding.fieldPath=spec', group],
  ['regarding.kind=Pod,regarding.apiVersion=,regarding.resourceVersion=', group],
  ['reportingComponent=example.com/c', core, group],
  ['reportingController=example.com/c', core, group],
  ['note=note', group],
].map(
  ([selector = '', ...resources]): ConformanceCase => ({
    title: `selects events by ${selector}`,
    run: async (session) => {
      await three(session);
      const query = `fieldSelector=${encodeURIComponent(selector)}`;
      for (const resource of resources) await session.get(`${session.path(resource)}?${query}`);
    },
  }),
);
