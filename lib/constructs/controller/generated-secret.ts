import {
  type ConditionReport,
  type CustomResourceClass,
  conditionsOf,
  isAlreadyExists,
  metadataOf,
  type ObjectMeta,
  type Observed,
  type ReconcileContext,
  type ResourceContext,
  type StatusContext,
  secretKind,
  type Use,
} from '../../api/index.ts';

/** The existence of Secrets. */
const existence = metadataOf(secretKind);

const uses = [{ kind: secretKind, verbs: ['create'] }] as const satisfies readonly Use[];

/** The context of {@link GeneratedSecretProps.secret}. */
export interface GenerationContext<Api extends CustomResourceClass> extends ResourceContext<Api> {
  /** Returns a new random text with 122 bits of entropy, of digits, letters and dashes. */
  readonly password: () => string;
}

/** A Secret as {@link GeneratedSecretProps.secret} returns it. */
export interface SecretContent {
  readonly metadata: Pick<ObjectMeta, 'name' | 'labels' | 'annotations'>;
  /** @default Opaque */
  readonly type?: string;
  /** Name → value. */
  readonly stringData: Readonly<Record<string, string>>;
}

/** The definition of a {@link GeneratedSecret}. */
export interface GeneratedSecretProps<Api extends CustomResourceClass> {
  /** The custom resource for which the Secret is generated. */
  readonly for: Api;
  /** The type of the condition that reports the Secret, such as `CredentialsFound`. */
  readonly condition: string;
  /** Returns the Secret, in the namespace of the resource. Also called only for the name, which stays the same. */
  readonly secret: (context: GenerationContext<Api>) => SecretContent;
}

/**
 * A Secret whose values the operator generates once for each resource, such as the passwords of a database.
 *
 * The Secret has no owner: it outlives the resource, as volume claims do, whose data can only be read with its values.
 * It serves a later resource of the same name. The operator never changes it, and keeps a Secret that exists already.
 * After the deletion of a Secret it generates no other one, because the data still need the old values: the condition
 * reports that.
 *
 * Name {@link GeneratedSecret.uses} in `uses`, and the Secret in `references`, as `metadataOf(k8s.KubeSecret)`: then
 * the API server sends no values to the operator.
 *
 * @example
 * const credentials = new GeneratedSecret({
 *   for: Memcached,
 *   condition: 'CredentialsFound',
 *   secret: ({ metadata, password }) => ({
 *     metadata: { name: `${metadata.name}-credentials` },
 *     stringData: { username: 'admin', password: password() },
 *   }),
 * });
 * new Controller(this, 'Controller', {
 *   for: Memcached,
 *   references: [
 *     { kind: metadataOf(k8s.KubeSecret), names: ({ metadata }) => [`${metadata.name}-credentials`] },
 *   ],
 *   uses: GeneratedSecret.uses,
 *   render: () => undefined,
 *   reconcile: async (context) => {
 *     await credentials.generate(context);
 *     return Action.awaitChange();
 *   },
 *   status: (context) => ({ nodes: [], conditions: credentials.conditions(context) }),
 * });
 */
export class GeneratedSecret<Api extends CustomResourceClass> {
  /** The kinds and methods that {@link GeneratedSecret.generate} takes, for `uses`. */
  static readonly uses = uses;

  readonly #props: GeneratedSecretProps<Api>;

  constructor(props: GeneratedSecretProps<Api>) {
    this.#props = props;
  }

  /** Creates the Secret of a new resource. Call it in `reconcile`. */
  async generate(context: Generating<Api>): Promise<void> {
    if (this.#isReported(context) || this.#found(context) !== undefined) return;
    const { metadata, ...content } = this.#props.secret({ ...subject(context), password: () => crypto.randomUUID() });
    const { namespace = '' } = context.metadata;
    try {
      await context.client.create(secretKind, { metadata: { ...metadata, namespace }, ...content });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  /** Returns the condition of the Secret, for `status`; none before the Secret exists for the first time. */
  conditions(context: Reporting<Api>): readonly ConditionReport[] {
    const { condition: type } = this.#props;
    if (this.#found(context) !== undefined)
      return [{ type, status: 'True', reason: 'Found', message: `the Secret ${this.#name(context)} exists` }];
    if (!this.#isReported(context)) return [];
    const message = `the Secret ${this.#name(context)} is gone: create it again with the values that the data have`;
    return [{ type, status: 'False', reason: 'SecretMissing', message }];
  }

  /** Returns true if the Secret has existed. The condition is the only record of it. */
  #isReported({ resource }: Reporting<Api>): boolean {
    return conditionsOf(resource.status).some(({ type }) => type === this.#props.condition);
  }

  #found(context: Reporting<Api>): Observed<typeof existence> | undefined {
    return context.references(existence, this.#name(context));
  }

  #name(context: ResourceContext<Api>): string {
    return this.#props.secret({ ...subject(context), password: () => '' }).metadata.name;
  }
}

type Reporting<Api extends CustomResourceClass> = Pick<
  StatusContext<Api>,
  'resource' | 'metadata' | 'spec' | 'references'
>;

type Generating<Api extends CustomResourceClass> = Reporting<Api> &
  Pick<ReconcileContext<Api, unknown, typeof uses>, 'client'>;

function subject<Api extends CustomResourceClass>({ resource, metadata, spec }: ResourceContext<Api>) {
  return { resource, metadata, spec };
}
