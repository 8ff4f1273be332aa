import type { JsonValue } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';
import { objectOf } from '../session.ts';
import { configMap, createdObject, widget, widgets } from './sample.ts';

/** Updates, generations, statuses and scales. */
export const updateCases: readonly ConformanceCase[] = [
  {
    title: 'replaces an object, with or without its version',
    run: async (session) => {
      const a = await createdObject(session, configMap('a', { x: '1', y: '1' }));
      await session.put(session.path('configmaps', 'a'), configMap('a', { x: '2' }));
      await session.put(session.path('configmaps', 'a'), { ...a, data: { x: '3' } });
      const b = objectOf(await session.get(session.path('configmaps', 'a')));
      await session.put(session.path('configmaps', 'a'), { ...b, data: { z: '3' } });
    },
  },
  {
    title: 'keeps the version of an object that an update leaves equal',
    run: async (session) => {
      const a = await createdObject(session, configMap('a', { x: '1' }));
      await session.put(session.path('configmaps', 'a'), a);
      await session.put(session.path('configmaps', 'a'), configMap('a', { x: '1' }));
      await session.patch('merge', session.path('configmaps', 'a'), { data: { x: '1' } });
    },
  },
  {
    title: 'refuses updates of absent or other objects',
    run: async (session) => {
      await session.put(session.path('configmaps', 'a'), configMap('a'));
      await session.put(session.path('configmaps', 'a'), configMap('a', {}, { resourceVersion: '1' }));
      await createdObject(session, configMap('a'));
      await session.put(session.path('configmaps', 'a'), configMap('b'));
      await session.put(session.path('configmaps', 'a'), configMap('a', {}, { resourceVersion: '1' }));
      await session.put(session.path('configmaps', 'a'), configMap('a', {}, { resourceVersion: 'x' }));
      await session.put(session.path('configmaps', 'a'), configMap('a', {}, { namespace: 'other' }));
      await session.put(session.path('configmaps', 'a'), { metadata: {} });
    },
  },
  {
    title: 'refuses an update that names another uid',
    run: async (session) => {
      await createdObject(session, configMap('a'));
      const { status } = await session.unrecorded(
        'PUT',
        session.path('configmaps', 'a'),
        configMap('a', {}, { uid: 'x' }),
      );
      session.steps.push({ request: 'status', status });
      await session.patch('merge', session.path('configmaps', 'a'), { metadata: { uid: 'x' } });
    },
  },
  {
    title: 'keeps metadata that clients can not change',
    run: async (session) => {
      await createdObject(session, configMap('a'));
      const path = session.path('configmaps', 'a');
      await session.patch('merge', path, { metadata: { creationTimestamp: '2000-01-01T00:00:00Z' } });
      await session.patch('merge', path, { metadata: { deletionTimestamp: '2000-01-01T00:00:00Z' } });
      await session.patch('merge', path, { metadata: { generation: 5, selfLink: '/x' } });
      await session.patch('merge', path, { metadata: { name: 'b' } });
      await session.patch('merge', path, { metadata: { namespace: 'b' } });
      await session.patch('merge', path, { metadata: { labels: { x: 'a b' } } });
    },
  },
  {
    title: 'creates a Lease by an update, and no other kind',
    run: async (session) => {
      const lease = {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'l' },
        spec: { holderIdentity: 'me' },
      };
      await session.put(session.path('coordination.k8s.io/v1/leases', 'l'), lease);
      await session.put(session.path('coordination.k8s.io/v1/leases', 'l'), {
        ...lease,
        spec: { holderIdentity: 'you' },
      });
    },
  },
  {
    title: 'counts the changes of a spec, and of nothing else',
    run: async (session) => {
      await createdObject(session, widget('a', { size: 1 }), widgets);
      const path = session.path(widgets, 'a');
      await session.patch('merge', path, { spec: { size: 2 } });
      await session.patch('merge', path, { metadata: { labels: { x: '1' } } });
      await session.patch('merge', path, { status: { replicas: 1 } });
      await session.patch('merge', `${path}/status`, {
        status: { replicas: 1 },
        spec: { size: 5 },
        metadata: { labels: { y: '1' } },
      });
      await session.patch('merge', path, { status: null, spec: { mode: null } });
      await session.get(`${path}/status`);
    },
  },
  {
    title: 'counts an empty map as a change of a network policy, and of no other kind',
    run: async (session) => {
      const policies = 'networking.k8s.io/v1/networkpolicies';
      await createdObject(session, { metadata: { name: 'a' }, spec: {} }, policies);
      const path = session.path(policies, 'a');
      const add = (field: string, value: JsonValue) => [{ op: 'add', path: `/spec/${field}`, value }];
      await session.patch('json', path, add('podSelector/matchLabels', {}));
      await session.patch('json', path, add('ingress', []));
      await session.patch('json', path, add('policyTypes', []));
      await session.patch('json', path, add('podSelector', {}));
      const ingresses = 'networking.k8s.io/v1/ingresses';
      const defaultBackend = { service: { name: 'a', port: { number: 80 } } };
      await createdObject(session, { metadata: { name: 'a' }, spec: { defaultBackend } }, ingresses);
      await session.patch('json', session.path(ingresses, 'a'), add('tls', []));
    },
  },
  {
    title: 'drops the affinity of a Service that a patch ends',
    run: async (session) => {
      const spec = { ports: [{ port: 80 }], sessionAffinity: 'ClientIP' };
      await session.unrecorded('POST', session.path('services'), { metadata: { name: 'a' }, spec });
      await session.patch('merge', session.path('services', 'a'), { spec: { sessionAffinity: 'None' } });
    },
  },
  {
    title: 'refuses an empty map that an immutable object lacks',
    run: async (session) => {
      await createdObject(session, { metadata: { name: 'a' }, immutable: true, data: { a: '1' } }, 'configmaps');
      await session.patch('merge', session.path('configmaps', 'a'), { binaryData: { x: null } });
    },
  },
  {
    title: 'names the first field of a patched object that can not be decoded, in the order of names',
    run: async (session) => {
      const policies = 'networking.k8s.io/v1/networkpolicies';
      await createdObject(session, { metadata: { name: 'a' }, spec: {} }, policies);
      await session.patch('merge', session.path(policies, 'a'), { spec: { policyTypes: 1 }, metadata: { labels: 1 } });
    },
  },
  {
    title: 'writes absent times of conditions as null, and no zeros',
    run: async (session) => {
      const claim = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1' } },
        storageClassName: 'no',
      };
      await session.unrecorded('POST', session.path('persistentvolumeclaims'), {
        metadata: { name: 'a' },
        spec: claim,
      });
      const path = `${session.path('persistentvolumeclaims', 'a')}/status`;
      await session.patch('merge', path, {
        status: { phase: '', conditions: [{ type: 'Resizing', status: 'True', reason: '' }] },
      });
      await session.patch('merge', path, {
        status: { conditions: [{ type: 'Resizing', status: 'True', lastProbeTime: null }] },
      });
    },
  },
  {
    title: 'updates a status',
    run: async (session) => {
      const a = await createdObject(session, { ...widget('a', { size: 1 }), status: { replicas: 9 } }, widgets);
      const path = session.path(widgets, 'a');
      await session.put(`${path}/status`, { ...a, status: { replicas: 2 }, spec: { size: 9 } });
      await session.put(`${path}/status`, widget('a', { size: 1 }));
      await session.patch('json', `${path}/status`, [{ op: 'add', path: '/status/selector', value: 'a=b' }]);
      await session.patch('merge', `${path}/status`, { status: { replicas: 'x' } });
      await session.get(`${session.path('configmaps', 'a')}/status`);
      await session.get(`${path}/odd`);
      await session.delete(`${path}/status`);
    },
  },
  {
    title: 'refuses an update of a custom resource without a version',
    run: async (session) => {
      const a = await createdObject(session, widget('a', { size: 1 }), widgets);
      await session.put(session.path(widgets, 'a'), widget('a', { size: 2 }));
      await session.put(session.path(widgets, 'a'), { ...a, spec: { size: 2 } });
      await session.put(session.path(widgets, 'a'), { ...a, spec: { size: 3 } });
    },
  },
  {
    title: 'scales a custom resource',
    run: async (session) => {
      await createdObject(session, widget('a', { size: 9 }), widgets);
      const path = `${session.path(widgets, 'a')}/scale`;
      await session.get(path);
      await session.patch('merge', path, { spec: { replicas: 5 } });
      await session.get(path);
      await session.patch('merge', `${session.path(widgets, 'a')}/status`, {
        status: { replicas: 3, selector: 'a=b' },
      });
      await session.get(path);
      await session.patch('merge', path, { spec: { replicas: -1 } });
      await session.put(path, {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'a', namespace: session.namespace },
        spec: { replicas: 2 },
      });
      await session.get(session.path(widgets, 'a'));
    },
  },
  {
    title: 'gives the replicas of a Scale that changes nothing to an entry of their owner',
    run: async (session) => {
      await session.post(`${session.path(widgets)}?fieldManager=one`, widget('a', { size: 9, replicas: 2 }));
      const path = session.path(widgets, 'a');
      for (const replicas of [2, 3, 3, 0, 1]) {
        await session.patch('merge', `${path}/scale?fieldManager=two`, { spec: { replicas } });
        await session.get(path);
      }
      await session.patch('merge', `${path}?fieldManager=one`, { spec: { replicas: 4 } });
    },
  },
  {
    title: 'moves fields between managers by updates',
    run: async (session) => {
      const path = session.path('configmaps', 'a');
      await session.post(`${session.path('configmaps')}?fieldManager=one`, configMap('a', { x: '1', y: '1' }));
      await session.patch('merge', `${path}?fieldManager=two`, { data: { y: '2', z: '2' } });
      await session.patch('merge', `${path}?fieldManager=three`, { data: { x: null } });
      await session.patch('merge', `${path}?fieldManager=three`, { metadata: { managedFields: [{}] } });
      await session.patch('merge', `${path}?fieldManager=three`, { data: { after: '1' } });
    },
  },
];
