import { k8s } from 'cdk8s-plus-28';
import { clusterLabel } from '../../../apps/postgresql-cluster/names.ts';
import { PodScript, type World } from '../../../lib/testing/index.ts';

/**
 * Writes Patroni's labels, annotations and Endpoints: the role and the state of each pod, the configuration at the start, and
 * the end of a switchover. The facts are those of Patroni 4.1 on a real cluster.
 */
export class SimulatedPatroni {
  readonly #world: World;
  readonly #cluster: string;
  /** True if replicas acknowledge commits. */
  isSynchronous = true;
  /** True if the operator reacts to the report of each server before the next one reports. */
  isSlow = false;
  #fenced = '';
  /** uid of a pod → the `max_connections` of the server in it. */
  readonly #connections = new Map<string, number>();
  /** The primaries, the newest last. */
  readonly primaries: string[] = [];

  constructor(world: World, cluster: string) {
    this.#world = world;
    this.#cluster = cluster;
  }

  /** Does one loop of all servers, and lets the operator react. A fenced server stops, and reports nothing. */
  async loop(): Promise<void> {
    const stopped = this.#stopFenced();
    const pods = this.#world
      .list(k8s.KubePod)
      .filter(({ metadata: { name, labels } }) => labels?.[clusterLabel] === this.#cluster && !stopped.includes(name))
      .map(({ metadata }) => metadata.name);
    const config = this.#annotations('config');
    if (config.config === undefined) await this.#annotate('config', { config: '{"initial":true}', initialize: '1' });
    const { leader, member } = this.#annotations('failover');
    const primary = this.primaries.at(-1);
    if (leader !== undefined) {
      if (leader === primary && member !== undefined && pods.includes(member)) this.primaries.push(member);
      await this.#annotate('failover', { leader: null, member: null });
    } else if (primary === undefined || !pods.includes(primary)) {
      const [next] = pods;
      if (next !== undefined) this.primaries.push(next);
    }
    const standbys = this.isSynchronous ? pods.filter((name) => name !== this.primaries.at(-1)) : [];
    await this.#annotate('sync', { leader: this.primaries.at(-1) ?? null, sync_standby: standbys.join(',') });
    for (const name of pods.toReversed()) {
      await this.#report(name);
      if (this.isSlow) await this.#world.settle();
    }
    await this.#world.settle();
  }

  /** Does loops until nothing changes. @throws Error after 30 loops. */
  async settle(): Promise<void> {
    for (let loop = 0; loop < 30; loop += 1) {
      const before = JSON.stringify(this.#world.snapshot());
      await this.loop();
      if (JSON.stringify(this.#world.snapshot()) === before) return;
    }
    throw new Error('the cluster changes after 30 loops of Patroni');
  }

  /** Makes pods of fenced servers unready, and all others ready. @returns the names of the former */
  #stopFenced(): readonly string[] {
    const { fenced = '' } = this.#world.get(k8s.KubeConfigMap, `${this.#cluster}-patroni`)?.data ?? {};
    const stopped = fenced.split('\n');
    if (fenced !== this.#fenced) {
      this.#world.pods.script(() => true, PodScript.ready());
      this.#world.pods.script(({ name }) => stopped.includes(name), PodScript.neverReady());
    }
    this.#fenced = fenced;
    return stopped;
  }

  /** Returns the max_connections of each running server, by the names of the pods. */
  get connections(): Readonly<Record<string, number | undefined>> {
    const pods = this.#world
      .list(k8s.KubePod)
      .filter(({ metadata }) => metadata.labels?.[clusterLabel] === this.#cluster);
    return Object.fromEntries(pods.map(({ metadata }) => [metadata.name, this.#connections.get(metadata.uid)]));
  }

  /** Returns the settings that wait for a restart. A server starts as a replica, which has no lower value than the primary. */
  #pendingSettings(name: string): object {
    const { uid = '' } = this.#world.get(k8s.KubePod, name)?.metadata ?? {};
    const primary = this.primaries.at(-1) ?? '';
    const config = JSON.parse(this.#annotations('config').config ?? '{}');
    const wanted = Number(config.postgresql?.parameters?.max_connections ?? 100);
    const { lowering = '' } = this.#world.get(k8s.KubeConfigMap, `${this.#cluster}-patroni`)?.data ?? {};
    const restarted = name === primary && lowering === `${name}\n` ? wanted : undefined;
    const started = Math.max(wanted, this.connections[primary] ?? 0);
    const value = restarted ?? this.#connections.get(uid) ?? started;
    this.#connections.set(uid, value);
    if (value === wanted) return {};
    const reason = { max_connections: { old_value: String(value), new_value: String(wanted) } };
    return { pending_restart: true, pending_restart_reason: reason };
  }

  async #report(name: string): Promise<void> {
    const role = name === this.primaries.at(-1) ? 'primary' : 'replica';
    const status = {
      role,
      state: 'running',
      ...(role === 'replica' && { replication_state: 'streaming' }),
      timeline: this.primaries.length,
      xlog_location: 1,
      ...this.#pendingSettings(name),
    };
    await this.#world.change(k8s.KubePod, name, {
      metadata: { labels: { 'postgres.example.com/role': role }, annotations: { status: JSON.stringify(status) } },
    });
  }

  #annotations(part: string): Readonly<Record<string, string>> {
    return this.#world.get(k8s.KubeEndpoints, `${this.#cluster}-${part}`)?.metadata.annotations ?? {};
  }

  async #annotate(part: string, annotations: Readonly<Record<string, string | null>>): Promise<void> {
    const name = `${this.#cluster}-${part}`;
    const labels = { [clusterLabel]: this.#cluster };
    if (this.#world.get(k8s.KubeEndpoints, name) === undefined)
      await this.#world.apply({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name, labels } });
    await this.#world.change(k8s.KubeEndpoints, name, { metadata: { annotations } });
  }
}
