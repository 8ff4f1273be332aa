import {
  type ConditionReport,
  type EffectContext,
  isOvertaken,
  knownKind,
  type ObjectMeta,
  type Use,
} from '../../api/index.ts';
import {
  type HandOver,
  type RolloutServer,
  type RolloutStep,
  rolloutStep,
  type ServerRolloutProps,
} from './rollout-step.ts';

const podKind = knownKind('v1', 'Pod');

const uses = [{ kind: podKind, verbs: ['delete'] }] as const satisfies readonly Use[];

/** The part of a StatefulSet that has its revision. */
interface RevisedSet {
  readonly metadata: Pick<ObjectMeta, 'generation'>;
  readonly status?: { readonly observedGeneration?: number; readonly updateRevision?: string };
}

/** The context of `reconcile`, as {@link ServerRollout.proceed} reads it. */
interface Proceeding extends Pick<EffectContext<typeof uses>, 'client' | 'events'> {
  readonly metadata: Pick<ObjectMeta, 'namespace'>;
}

/**
 * The rollout of a change over the servers of a StatefulSet, one of which is the primary, such as those of a database.
 *
 * Replicas restart first, one at a time. Then the primary hands over before its own pod is replaced or removed. Of the
 * servers that aren't healthy, those are replaced that may need the change. Nothing is replaced or removed while no
 * primary is known, and a pod only as the cache has it, by uid and version: it may have become the primary since.
 *
 * The StatefulSet has the update strategy `OnDelete`, and {@link ServerRollout.pods} as its replicas. The operator knows
 * who the primary is, and how it hands over: the rollout asks for a switchover until another server is the primary.
 *
 * Name {@link ServerRollout.uses} in `uses`, and the pods in `references`.
 *
 * @example
 * new Controller(this, 'Controller', {
 *   for: Memcached,
 *   owns: [k8s.KubeStatefulSet],
 *   references: [{ kind: k8s.KubePod, select: ({ metadata }) => [{ labels: { app: metadata.name } }] }],
 *   uses: ServerRollout.uses,
 *   render: (scope, { metadata: { name } }) =>
 *     new k8s.KubeStatefulSet(scope, 'Servers', {
 *       metadata: { name },
 *       spec: { selector: {}, serviceName: name, template: {}, updateStrategy: { type: 'OnDelete' } },
 *     }),
 *   reconcile: async (context) => {
 *     const { metadata, spec, children, references, live, log } = context;
 *     const servers = serverPods(metadata.name, references.list(k8s.KubePod)).map(({ pod, ...server }) => ({
 *       ...server,
 *       role: pod.metadata.labels?.role === 'primary' ? ('primary' as const) : ('replica' as const),
 *       isHealthy: !server.isLeaving,
 *     }));
 *     const rollout = new ServerRollout({
 *       servers,
 *       instances: spec.size,
 *       revision: ServerRollout.revision(live(children, k8s.KubeStatefulSet)),
 *       successors: servers.filter(({ role }) => role === 'replica'),
 *     });
 *     await rollout.proceed(context, async ({ from, to }) => log.info(`${from.name} hands over to ${to.name}`));
 *     return Action.awaitChange();
 *   },
 * });
 */
export class ServerRollout {
  /** The kind and the method that {@link ServerRollout.proceed} takes, for `uses`. */
  static readonly uses = uses;

  /** Returns the number of pods that the StatefulSet is to have: more than `instances` while the primary has to stay. */
  static pods(servers: readonly RolloutServer[], instances: number): number {
    if (instances === 0) return 0;
    const primaries = servers.filter(({ role, isHealthy }) => role === 'primary' && isHealthy);
    const staying = primaries.length > 0 ? primaries : servers;
    return Math.max(instances, ...staying.map(({ ordinal }) => ordinal + 1));
  }

  /** Returns the revision that pods are to have; undefined while the StatefulSet's controller hasn't seen its change. */
  static revision(statefulSet: RevisedSet | undefined): string | undefined {
    const { metadata, status } = statefulSet ?? {};
    return status?.observedGeneration === metadata?.generation ? status?.updateRevision : undefined;
  }

  readonly #props: ServerRolloutProps;

  constructor(props: ServerRolloutProps) {
    this.#props = props;
  }

  /** The next step; undefined while the servers need time, and at the end. */
  get step(): RolloutStep | undefined {
    return rolloutStep(this.#props);
  }

  /**
   * Takes the next step. Call it in `reconcile`.
   *
   * @param handOver - requests a switchover. It is called again until it is done, and records an Event if it wants to.
   */
  async proceed(context: Proceeding, handOver: (handOver: HandOver) => Promise<void>): Promise<void> {
    const { step } = this;
    if (step === undefined) return;
    if ('handOver' in step) return await handOver(step.handOver);
    const { name, uid, resourceVersion } = step.replace;
    const { metadata, client, events } = context;
    const { namespace = '' } = metadata;
    try {
      await client.delete(podKind, { namespace, name }, { uid, resourceVersion });
    } catch (error) {
      // It may have become the primary meanwhile: its change causes the next reconcile.
      if (isOvertaken(error)) return;
      throw error;
    }
    events.normal({ reason: 'PodReplaced', message: `${name} restarts with the version and the settings of the spec` });
  }

  /** Returns the condition `RolledOut`, for `status`. */
  condition(): ConditionReport {
    const type = 'RolledOut';
    const { step } = this;
    if (step === undefined) return { type, ...this.#pause() };
    return 'replace' in step
      ? { type, status: 'False', reason: 'Restart', message: `${step.replace.name} restarts` }
      : {
          type,
          status: 'False',
          reason: 'Switchover',
          message: `${step.handOver.from.name} hands over to ${step.handOver.to.name}`,
        };
  }

  /** Returns the condition without a next step. */
  #pause(): Omit<ConditionReport, 'type'> {
    const { servers, instances, revision, hold } = this.#props;
    const waits = servers.filter(
      (server) => !server.isHealthy || server.revision !== revision || server.restart !== undefined,
    );
    if (waits.length === 0 && servers.length === instances) {
      const message = 'all servers have the version and the settings of the spec';
      return { status: 'True', reason: 'UpToDate', message };
    }
    const names = waits.map(({ name }) => name).join(', ') || 'none';
    const message = `${servers.length} of ${instances} servers exist; not up to date yet: ${names}`;
    return hold === undefined
      ? { status: 'Unknown', reason: 'ServersStart', message }
      : { status: 'Unknown', reason: 'Held', message: `${message}; no server stops now: ${hold}` };
  }
}
