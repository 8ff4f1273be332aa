import {
  builtInKind,
  groupVersionKind,
  isJsonObject,
  type JsonObject,
  type Kind,
  type KubernetesObject,
} from '../../../lib/api/index.ts';
import type { Client, DeleteOptions } from '../../../lib/client/index.ts';
import { objectsAt, textAt } from '../../../lib/schema/json-part.ts';
import { EmbeddedCluster } from '../../../lib/testing/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

type Propagation = DeleteOptions['propagationPolicy'];

/** A cluster on a clock that a test moves, with a client. */
export class WorkloadTest implements AsyncDisposable {
  readonly clock: ManualClock;
  readonly cluster: EmbeddedCluster;
  readonly client: Client;

  static async start(nodes = 1): Promise<WorkloadTest> {
    const clock = new ManualClock();
    return new WorkloadTest(clock, await EmbeddedCluster.start({ clock, nodes }));
  }

  private constructor(clock: ManualClock, cluster: EmbeddedCluster) {
    this.clock = clock;
    this.cluster = cluster;
    this.client = cluster.client();
  }

  /** Applies an object, and lets the controllers do what is due. */
  async apply(object: KubernetesObject): Promise<void> {
    await this.client.apply(kindOf(object), object, { fieldManager: 'test', force: true });
    await this.cluster.settled();
  }

  /** Moves the time, and lets the controllers do what is due. */
  async advance(seconds: number): Promise<void> {
    await this.clock.advance(seconds * 1_000);
    await this.cluster.settled();
  }

  async get(apiVersion: string, kind: string, name: string): Promise<JsonObject> {
    return json(await this.client.get(kindOf({ apiVersion, kind }), { namespace: 'default', name }));
  }

  async list(apiVersion: string, name: string): Promise<readonly JsonObject[]> {
    const kind = kindOf({ apiVersion, kind: name });
    return (await this.client.list(kind, kind.scope === 'Namespaced' ? { namespace: 'default' } : {})).items.map(json);
  }

  /** @param propagationPolicy - for the dependents. @default that of the API server for the kind */
  async delete(apiVersion: string, kind: string, name: string, propagationPolicy?: Propagation): Promise<void> {
    const options = propagationPolicy && { propagationPolicy };
    await this.client.delete(kindOf({ apiVersion, kind }), { namespace: 'default', name }, options);
    await this.cluster.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster.stop();
  }
}

function json(object: unknown): JsonObject {
  if (!isJsonObject(object)) throw new Error('the response is not an object');
  return object;
}

/** Returns the conditions of an object, such as `Ready=True PodCompleted`. */
export function conditions(object: JsonObject): string[] {
  return objectsAt(object, 'status.conditions').map(
    (condition) => `${textAt(condition, 'type')}=${textAt(condition, 'status')} ${textAt(condition, 'reason')}`,
  );
}

/** Returns the image of a pod or a template. */
export function imageOf(pod: JsonObject): string {
  return textAt(objectsAt(pod, 'spec.containers')[0], 'image');
}

/** Returns the name of an object. */
export function nameOf(object: JsonObject | undefined): string {
  return textAt(object, 'metadata.name');
}

/** Returns a built-in kind by its name. */
export function kindOf({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): Kind {
  const found = builtInKind(groupVersionKind({ apiVersion, kind }));
  if (found === undefined) throw new Error(`${kind} is not a built-in kind`);
  return found;
}

/** The labels and the selector of all test workloads. */
export const labels = { app: 'web' };

/** The template of a pod with one container. */
export function podTemplate(image = 'web:1'): { metadata: object; spec: object } {
  return { metadata: { labels }, spec: { containers: [{ name: 'web', image }] } };
}

/** A Deployment. */
export function deployment(spec: object = {}, image = 'web:1'): KubernetesObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas: 3, selector: { matchLabels: labels }, template: podTemplate(image), ...spec },
  };
}
