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
];
