import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { until } from '../../until.ts';
import { type ConformanceCase, objectOf } from '../session.ts';
import { untilPodsAreAdmitted } from './pod-admission.ts';

const classes = '/apis/storage.k8s.io/v1/storageclasses';

function claim(name: string, spec: JsonObject = {}): JsonObject {
  const resources = { requests: { storage: '1Gi' } };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources, ...spec },
  };
}

/** Admission plugins that are part of the API server. */
export const pluginCases: readonly ConformanceCase[] = [
  {
    title: 'keeps permanent namespaces',
    run: async (session) => {
      for (const name of ['default', 'kube-system', 'kube-public']) await session.delete(`/api/v1/namespaces/${name}`);
    },
  },
  {
    title: 'refuses objects in an absent namespace',
    run: async (session) => {
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
      await session.post('/api/v1/namespaces/absent/configmaps', object);
      await session.delete('/api/v1/namespaces/absent/configmaps/a');
    },
  },
  {
    title: 'refuses pods of an absent priority class',
    run: async (session) => {
      await untilPodsAreAdmitted(session);
      await session.post(session.path('pods'), {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'a' },
        spec: { priorityClassName: 'none', containers: [{ name: 'a', image: 'a' }] },
      });
    },
  },
  {
    title: 'gives claims the default storage class',
    run: async (session) => {
      const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
      await session.unrecorded('POST', classes, {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'usual', annotations },
        provisioner: 'example.com/none',
      });
      const claims = session.path('persistentvolumeclaims');
      await until('the class is the default', async () => {
        const { spec } = objectOf(await session.unrecorded('POST', `${claims}?dryRun=All`, claim('probe')));
        return isJsonObject(spec) && spec.storageClassName === 'usual';
      });
      for (const [name, spec] of [
        ['a', {}],
        ['b', { storageClassName: 'other' }],
        ['c', { storageClassName: '' }],
      ] as const) {
        const { body } = await session.unrecorded('POST', `${claims}?dryRun=All`, claim(name, spec));
        session.record(`claim ${name}`, isJsonObject(body) ? (body.spec ?? null) : null);
      }
      await session.unrecorded('DELETE', `${classes}/usual`);
    },
  },
];
