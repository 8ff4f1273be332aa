import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { until } from '../../until.ts';
import { caseNamespace } from '../case-namespace.ts';
import type { ConformanceServer } from '../conformance-server.ts';
import { comparableObject } from './comparable-object.ts';
import type { WorkloadCase } from './workload-case.ts';

/** One case in a cluster, in a namespace of its own. */
export class WorkloadRun {
  readonly #server: ConformanceServer;
  readonly #case: WorkloadCase;
  readonly #namespace: string;

  constructor(server: ConformanceServer, workloadCase: WorkloadCase) {
    this.#server = server;
    this.#case = workloadCase;
    this.#namespace = caseNamespace(workloadCase.title);
  }

  /**
   * Sends the requests of the case.
   *
   * @throws Error if the cluster refuses one, or its object doesn't settle.
   */
  async perform(): Promise<void> {
    await this.#createNamespace();
    for (const { method, resource, name, body, until: isSettled } of this.#case.steps) {
      const collection = this.#path(resource);
      const target = name === undefined ? collection : `${collection}/${name}`;
      if (method !== 'GET') {
        const { status, object } = await this.#send(method, target, body);
        if (status >= 300) throw new Error(`${method} ${target}: ${JSON.stringify(object)}`);
      }
      const settled = method === 'POST' ? `${target}/${metadataName(body)}` : target;
      if (isSettled !== undefined)
        await until(`${settled} has settled`, async () => isSettled((await this.#send('GET', settled)).object));
    }
  }

  /** Returns the objects that the case shows, in a form that all clusters share. */
  async objects(): Promise<JsonObject> {
    const shown: Record<string, JsonObject[]> = {};
    for (const resource of this.#case.shows) {
      const { object } = await this.#send('GET', this.#path(resource));
      const items = Array.isArray(object.items) ? object.items.filter(isJsonObject) : [];
      shown[resource] = items
        .map((item) => comparableObject(resource, item))
        .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    }
    return shown;
  }

  async #createNamespace(): Promise<void> {
    await this.#send('POST', '/api/v1/namespaces', { metadata: { name: this.#namespace } });
    const account = this.#path('serviceaccounts');
    await until('the namespace has its ServiceAccount', async () => {
      const present = await this.#send('GET', `${account}/default`);
      if (present.status === 200) return true;
      return (await this.#send('POST', account, { metadata: { name: 'default' } })).status === 201;
    });
  }

  async #send(method: string, path: string, body?: JsonObject): Promise<{ status: number; object: JsonObject }> {
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const text = body && JSON.stringify(body);
    const response = await this.#server.send({ method, path, body: text, contentType, accept: 'application/json' });
    return { status: response.status, object: isJsonObject(response.body) ? response.body : {} };
  }

  /** Returns the path of a collection, such as `apps/v1/deployments`. */
  #path(resource: string): string {
    const root = resource.includes('/') ? '/apis' : '/api/v1';
    const slash = resource.lastIndexOf('/');
    const version = slash < 0 ? '' : `/${resource.slice(0, slash)}`;
    return `${root}${version}/namespaces/${this.#namespace}/${resource.slice(slash + 1)}`;
  }
}

function metadataName(body: JsonObject | undefined): string {
  return isJsonObject(body?.metadata) ? String(body.metadata.name) : '';
}
