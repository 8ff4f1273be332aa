import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';
import { objectOf } from '../session.ts';

/** Discovery, and the errors of paths. */
export const discoveryCases: readonly ConformanceCase[] = [
  ...[
    '/apis/apps/v1',
    '/api/v1',
    '/apis/apps',
    '/apis/apiextensions.k8s.io/v1',
    '/apis/autoscaling',
    '/apis/conformance.example.com',
    '/version',
    '/absent',
    '/apis/absent.example.com',
    '/apis/absent.example.com/v1',
    '/apis/absent.example.com/v1/things',
    '/apis/conformance.example.com/v9',
    '/apis/conformance.example.com/v1/absent',
    '/apis/apps/v9',
    '/apis/apps/v9/deployments',
    '/apis/apps/v1/absent',
    '/api/v2',
    '/api/v1/absent',
    '/api/v1/namespaces/default/absent',
    '/api/v1/namespaces/default/configmaps/a/odd',
    '/api/v1/nodes/a/b/c/d',
    '/readyz',
    '/livez',
    '/healthz',
    '/livez/ping',
    '/readyz/ping',
    '/healthz/ping',
    '/readyz?exclude=ping',
    '/livez/absent',
    '/apis/apps/',
    '/apis/apps/v1/',
    '/apis/batch/v1',
    '/apis/autoscaling/v2',
    '/apis/policy/v1',
    '/apis/coordination.k8s.io',
    '/apis/discovery.k8s.io/v1',
    '/apis/networking.k8s.io/v1',
    '/apis/rbac.authorization.k8s.io/v1',
    '/apis/storage.k8s.io/v1',
    '/apis/certificates.k8s.io/v1',
    '/apis/admissionregistration.k8s.io/v1',
    '/apis/authentication.k8s.io/v1',
    '/apis/authorization.k8s.io/v1',
    '/apis/events.k8s.io/v1',
    '/apis/scheduling.k8s.io/v1',
    '/apis/node.k8s.io/v1',
    '/apis/flowcontrol.apiserver.k8s.io/v1',
    '/openapi/v3/apis/absent/v1',
    '/openapi/v3/absent',
  ].map(
    (path): ConformanceCase => ({
      title: `answers ${path}`,
      run: async (session) => {
        await session.get(path);
      },
    }),
  ),
  {
    title: 'lists custom kinds with their subresources',
    run: async (session) => {
      const list = objectOf(await session.unrecorded('GET', '/apis/conformance.example.com/v1'));
      const resources = list.resources as readonly JsonObject[];
      // The hash of the version in the store is not compared: the embedded server has none.
      session.steps.push({
        request: 'resources',
        body: resources.map(({ storageVersionHash: _, ...resource }) => resource),
      });
    },
  },
  {
    title: 'discovers all groups in one document',
    run: async (session) => {
      const accept = {
        accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
      };
      for (const path of ['/api', '/apis']) {
        const { items } = objectOf(await session.unrecorded('GET', path, undefined, accept));
        const groups = (items as readonly JsonObject[]).map(({ metadata, versions }) => ({
          name: (metadata as JsonObject).name ?? null,
          versions: (versions as readonly JsonObject[]).map(({ freshness: _, ...version }) => version),
        }));
        // Other cases define kinds of their own.
        const shared = groups.filter(({ name }) => !/^(?!conformance\.).*\.example\.com$/.test(String(name)));
        session.steps.push({ request: path, body: shared });
      }
    },
  },
  ...[
    'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
    'application/json;g=apidiscovery.k8s.io;v=v9;as=APIGroupDiscoveryList,application/json',
    'application/json;g=other;v=v2;as=APIGroupDiscoveryList,application/json',
    'application/json,application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
    '*/*',
  ].map(
    (accept): ConformanceCase => ({
      title: `discovers in the form of ${accept}`,
      run: async (session) => {
        const body = objectOf(await session.unrecorded('GET', '/apis', undefined, { accept }));
        session.steps.push({ request: 'form', body: { kind: body.kind ?? null, apiVersion: body.apiVersion ?? null } });
      },
    }),
  ),
  {
    title: 'discovers custom kinds beside the others',
    run: async (session) => {
      const accept = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };
      const { items } = objectOf(await session.unrecorded('GET', '/apis', undefined, accept));
      const own = (items as readonly JsonObject[]).find(
        ({ metadata }) => (metadata as JsonObject).name === 'conformance.example.com',
      );
      session.steps.push({ request: 'group', body: session.normal(own ?? null) });
    },
  },
  {
    title: 'publishes the schema of each version',
    run: async (session) => {
      const { paths } = objectOf(await session.unrecorded('GET', '/openapi/v3'));
      const served = Object.keys(paths as JsonObject).filter((path) =>
        /^(api|apis)\/(?!.*example)[^/]+(\/v|$)/.test(path),
      );
      const versions = served.filter((path) => path.split('/').length === (path.startsWith('apis') ? 3 : 2));
      session.steps.push({ request: 'versions', body: versions.toSorted() });
    },
  },
  {
    title: 'refuses methods that a path does not have',
    run: async (session) => {
      await session.post('/api/v1/namespaces/default/configmaps/a', {});
      await session.put('/api/v1/namespaces/default/configmaps', {});
      await session.send(
        'PATCH',
        '/api/v1/namespaces/default/configmaps',
        {},
        { contentType: 'application/merge-patch+json' },
      );
      await session.post('/api/v1/configmaps', {});
      await session.get('/api/v1/configmaps/a');
      await session.get('/api/v1/namespaces/default/nodes');
    },
  },
  {
    title: 'refuses a Scale that is not JSON, or another object',
    run: async (session) => {
      const path = '/apis/apps/v1/namespaces/default/deployments/absent/scale';
      for (const body of ['', '{', '{"kind":"Odd"}', '{"kind":"Scale","apiVersion":"autoscaling/v1"}']) {
        await session.put(path, body);
      }
    },
  },
];
