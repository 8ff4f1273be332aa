// A PostgreSQLCluster on nodes: its spec, its pods, and which of them leads. Called by the drills.

import { conditionsOf, type StoredObject } from '../../../lib/api/index.ts';
import { patience } from '../../kubectl.ts';
import { until } from '../../until.ts';
import type { InstalledRelease } from '../installed-release.ts';

const namespace = 'default';
const kind = { apiVersion: 'postgres.example.com/v1', kind: 'PostgreSQLCluster' };

/** A PostgreSQLCluster whose commits wait for a replica. */
export class ServedCluster {
  readonly release: InstalledRelease;
  readonly name: string;

  /** Creates a cluster; resolves when all servers are Ready and its replicas stream. */
  static async create(release: InstalledRelease, name: string, spec: object): Promise<ServedCluster> {
    const highAvailability = { enabled: true, synchronousCommit: true };
    await release.apply({ ...kind, metadata: { namespace, name }, spec: { highAvailability, ...spec } });
    const created = new ServedCluster(release, name);
    await created.settled();
    return created;
  }

  private constructor(release: InstalledRelease, name: string) {
    [this.release, this.name] = [release, name];
  }

  /** The Secret with which clients connect: `namespace/name`. */
  get connection(): string {
    return `${namespace}/${this.name}-app`;
  }

  /** Changes the spec. */
  async patch(spec: object): Promise<void> {
    await this.#kubectl('patch', 'postgresqlcluster', this.name, '--type=merge', '-p', JSON.stringify({ spec }));
  }

  /** Returns the name of the pod that has Patroni's lock; empty while none has it. */
  async leader(): Promise<string> {
    const endpoints = await this.release.get('endpoints', this.name, namespace);
    return endpoints?.metadata.annotations?.leader ?? '';
  }

  /** Starts a Job of one of the cluster's CronJobs. */
  async startJob(schedule: 'backup' | 'verification', name: string): Promise<void> {
    await this.#kubectl('create', 'job', name, `--from=cronjob/${this.name}-${schedule}`);
  }

  /** Runs such a Job; resolves at its end. @throws Error if it fails */
  async runJob(schedule: 'backup' | 'verification', name: string): Promise<void> {
    await this.startJob(schedule, name);
    await this.#kubectl('wait', `job/${name}`, '--for=condition=Complete', patience);
  }

  /** Returns the pods, sorted by name. */
  async pods(): Promise<readonly StoredObject[]> {
    return await this.release.list('pods', namespace, `postgres.example.com/cluster=${this.name}`);
  }

  /** Returns a pod. @throws Error if there is none */
  async pod(name: string): Promise<StoredObject> {
    const pod = await this.release.get('pod', name, namespace);
    if (pod === undefined) throw new Error(`there is no pod ${name}`);
    return pod;
  }

  /** Deletes the cluster, and creates it again when its pods are gone. */
  async createAgain(): Promise<void> {
    const resource = await this.release.get('postgresqlcluster', this.name, namespace);
    await this.#kubectl('delete', 'postgresqlcluster', this.name);
    await this.#until('all pods are gone', async () => (await this.pods()).length === 0);
    await this.release.apply({ ...kind, metadata: { namespace, name: this.name }, spec: resource?.spec });
  }

  /** Lets the operator replace the certificate of the servers. */
  async replaceCertificate(): Promise<void> {
    const empty = JSON.stringify({ data: { 'tls.crt': '' } });
    await this.#kubectl('patch', 'secret', `${this.name}-tls`, '--type=merge', '-p', empty);
  }

  /** Returns a replica that is Ready. */
  async replica(): Promise<string> {
    const leader = await this.leader();
    const replica = (await this.pods()).find((pod) => pod.metadata.name !== leader && isReady(pod));
    if (replica === undefined) throw new Error(`${this.name} has no replica`);
    return replica.metadata.name;
  }

  /** Deletes an object at once, or begins to. */
  async delete(resource: string, name: string, ...options: readonly string[]): Promise<void> {
    await this.#kubectl('delete', resource, name, '--wait=false', ...options);
  }

  /** Resolves when a condition is True. @throws Error if it takes too long */
  async reached(type: string): Promise<void> {
    const isReached = async () => {
      const resource = await this.release.get('postgresqlcluster', this.name, namespace);
      return conditionsOf(resource?.status).some((found) => found.type === type && found.status === 'True');
    };
    await this.#until(`${this.name} is ${type}`, isReached);
  }

  /** Returns the uid of the volume claim of a pod. @throws Error if there is none */
  async volume(pod: string): Promise<string> {
    const claim = await this.release.get('persistentvolumeclaim', `data-${pod}`, namespace);
    if (claim?.metadata.uid === undefined) throw new Error(`${pod} has no volume claim`);
    return claim.metadata.uid;
  }

  /** Runs SQL as the superuser in a pod, by no network. @returns true if the server acknowledges it within 5 s */
  async acknowledges(pod: string, sql: string): Promise<boolean> {
    const command = ['timeout', '5', 'psql', '-h', '/run/postgresql', '-U', 'postgres', '-d', 'app', '-c', sql];
    return (await this.release.cluster.exec({ namespace, name: pod }, command)).exitCode === 0;
  }

  /** Resolves when another pod leads. @throws Error if it takes too long */
  async followed(former: string): Promise<void> {
    await this.#until(`another pod than ${former} leads`, async () => !['', former].includes(await this.leader()));
  }

  /**
   * Resolves when the spec is reached: its number of servers, all Ready, of its version, and replicas that stream and may
   * follow the primary, which knows their addresses for the time without an API server.
   *
   * @throws Error with the last status if it takes too long
   */
  async settled(): Promise<void> {
    const isSettled = async () => {
      const resource = await this.release.get('postgresqlcluster', this.name, namespace);
      if (resource === undefined) return false;
      const { instances, version } = resource.spec as { instances: number; version: string };
      const rolledOut = conditionsOf(resource.status).find(({ type }) => type === 'RolledOut');
      const found = await this.pods();
      const leader = await this.leader();
      const known = await this.#failsafeAddresses(leader);
      const isServed = found.every((pod) => isServing(pod, version, leader) && known.includes(addressOf(pod)));
      const isWhole = found.length === instances && (await this.#heirs()).length === instances - 1;
      return rolledOut?.status === 'True' && isServed && isWhole;
    };
    await this.#until(`${this.name} is as its spec`, isSettled);
  }

  /** Waits as {@link until}. @throws Error with the reports and the nodes of the pods */
  async #until(state: string, isReached: () => Promise<boolean>): Promise<void> {
    await until(state, isReached).catch(async (error: unknown) => {
      const heirs = (await this.#heirs()).join();
      const reports = (await this.pods()).map(
        (pod) => `${pod.metadata.name} on ${nodeOf(pod)}: ${pod.metadata.annotations?.status}`,
      );
      throw new Error([...reports, `replicas with all rows: ${heirs}`].join('\n'), { cause: error });
    });
  }

  /** Returns the addresses at which a primary asks the others while the API server is away: those that it has read, not written. */
  async #failsafeAddresses(leader: string): Promise<readonly string[]> {
    const path = `/api/v1/namespaces/${namespace}/pods/${leader}:8008/proxy/failsafe`;
    const response = await this.#kubectl('get', '--raw', path).catch(() => '{}');
    return Object.values(JSON.parse(response) as Readonly<Record<string, string>>).map((url) => new URL(url).hostname);
  }

  /** Returns the replicas that have all acknowledged rows: Patroni lets no other one lead. */
  async #heirs(): Promise<readonly string[]> {
    const sync = await this.release.get('endpoints', `${this.name}-sync`, namespace);
    return (sync?.metadata.annotations?.sync_standby ?? '').split(',').filter((name) => name !== '');
  }

  async #kubectl(...args: readonly string[]): Promise<string> {
    return await this.release.kubectl('-n', namespace, ...args);
  }
}

function addressOf({ status }: StoredObject): string {
  return String((status as { podIP?: string } | undefined)?.podIP);
}

/** Returns the name of a pod's node. */
export function nodeOf({ spec }: StoredObject): string {
  return (spec as { nodeName?: string }).nodeName ?? '';
}

function isReady({ metadata, status }: StoredObject): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return conditionsOf(status).some(({ type, status: value }) => type === 'Ready' && value === 'True');
}

/** Returns true if a pod has a version, and its server leads or streams, as Patroni reports. */
function isServing(pod: StoredObject, version: string, leader: string): boolean {
  const { containers } = pod.spec as { containers: readonly { image: string }[] };
  const { name, annotations } = pod.metadata;
  const report = JSON.parse(annotations?.status ?? '{}') as { role?: string; replication_state?: string };
  const isInRole = name === leader ? report.role === 'primary' : report.replication_state === 'streaming';
  return isReady(pod) && isInRole && containers.some(({ image }) => image.endsWith(`:${version}`));
}
