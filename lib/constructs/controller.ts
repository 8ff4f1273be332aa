import { Duration } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import {
  type CachedReference,
  type CustomResourceClass,
  distinctKinds,
  formatGroupVersionKind,
  type Index,
  isKindView,
  isSameKind,
  type Kind,
  type KindReference,
  type ObjectKey,
  resolveViewedKind,
  type StatusReport,
  UnknownKindError,
  type Use,
} from '../api/index.ts';
import { controllerGrants } from './access/controller-grants.ts';
import { useGrants } from './access/needed-grant.ts';
import { type CachedKind, distinctCachedKinds } from './controller/cached-kind.ts';
import { claimKind, isStatefulSet } from './controller/claim-template.ts';
import { controllerFindings } from './controller/controller-finding.ts';
import type { ControllerProps, UnknownChildren } from './controller/controller-props.ts';
import { type DeletionLimits, defaultDeletionLimits } from './controller/deletion-limits.ts';
import {
  type ChildPolicy,
  defaultPolicy,
  isOwnedKind,
  type OwnedKind,
  type WhenDropped,
  type WhenNotServed,
} from './controller/owned-kind.ts';
import { type Reference, referencedKindFindings } from './controller/referenced-kind.ts';
import type { Watch } from './controller/watch.ts';
import { Operator } from './operator.ts';

const brand = Symbol.for('operand.Controller');

/** The time limit of a reconcile unless the definition sets one. */
const defaultTimeout = Duration.minutes(2);

/**
 * Keeps the children of one kind of custom resource equal to the objects that `render` builds from it.
 *
 * At build time it grants the operator the rights that it needs; in the cluster the manager runs it.
 *
 * @example
 * new Controller(this, 'Controller', {
 *   for: Memcached,
 *   owns: [k8s.KubeDeployment],
 *   render: (scope, { metadata, spec }) => new MemcachedServer(scope, 'Server', { name: metadata.name, ...spec }),
 * });
 */
export class Controller<
  Api extends CustomResourceClass = CustomResourceClass,
  Children = UnknownChildren,
  Watched extends readonly CachedReference[] = readonly [],
  const Report extends StatusReport<Api> = StatusReport<Api>,
  const Uses extends readonly Use[] = readonly [],
  const Owned extends readonly (KindReference | OwnedKind)[] = readonly [],
  Referenced extends readonly CachedReference[] = readonly [],
> extends Construct {
  /** The props as given. */
  readonly props: ControllerProps<Api, Children, Watched, Report, Uses, Owned, Referenced>;
  /** The kind that it reconciles. */
  readonly kind: Api['definition'];
  /** The kinds of the children. */
  readonly owns: readonly Kind[];
  /** The kinds of children that earlier releases rendered, each with the reaction to leftover ones. */
  readonly retires: readonly { readonly kind: Kind; readonly whenDropped: WhenDropped }[];
  /** The kinds that resources refer to, each with the functions that return the references. */
  readonly references: readonly (Pick<Reference<Api>, 'names' | 'select' | 'allowedNamespaces' | 'whenNotServed'> & {
    readonly kind: Kind;
  })[];
  /** The kinds that it watches without owning their objects, each with its `map`. */
  readonly watches: readonly (Pick<Watch, 'whenNotServed'> & {
    readonly kind: Kind;
    readonly map: (context: { readonly object: never }) => readonly ObjectKey[];
  })[];
  /** The kinds that callbacks read or write by `client`, each with the methods. */
  readonly uses: readonly { readonly kind: Kind; readonly verbs: Use['verbs'] }[];
  /** The indexes of cached objects. */
  readonly indexes: readonly { readonly kind: Kind; readonly index: Index }[];

  readonly #policies: ReadonlyMap<string, ChildPolicy>;
  readonly #mentioned: readonly CachedKind[];

  constructor(
    scope: Construct,
    id: string,
    props: ControllerProps<Api, Children, Watched, Report, Uses, Owned, Referenced>,
  ) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.kind = props.for.definition;
    const entries = (props.owns ?? []).map((entry) => (isOwnedKind(entry) ? entry : { kind: entry }));
    const owned = entries.map((entry) => ({ ...entry, kind: resolvedReference(entry.kind) }));
    const retired = (props.retires ?? []).map((entry) => ({ ...entry, kind: resolvedReference(entry.kind) }));
    const referenced = (props.references ?? []).map((entry) => ({ ...entry, ...cachedKindOfEntry(entry.kind) }));
    const watched = (props.watches ?? []).map((entry) => ({ ...entry, ...cachedKindOfEntry(entry.kind) }));
    const used = (props.uses ?? []).map(({ kind, verbs }) => ({ verbs, kind: resolvedReference(kind) }));
    const indexed = (props.indexes ?? []).map((index) => ({ kind: resolvedReference(index.of), index }));
    this.owns = distinctKinds(owned.filter(hasEntryKind).map(({ kind }) => kind));
    this.retires = retired.filter(hasEntryKind);
    this.watches = watched.filter(hasEntryKind);
    this.references = referenced.filter(hasEntryKind);
    this.uses = used.filter(hasEntryKind);
    this.indexes = indexed.filter(hasEntryKind);
    this.#policies = ownedKindPolicies([...entries, ...(props.retires ?? [])]);
    this.#mentioned = [
      { kind: this.kind, labelSelector: props.labelSelector },
      ...[...owned, ...watched, ...referenced].filter(hasEntryKind),
      ...this.retires.filter(({ whenDropped }) => whenDropped !== 'keep').map(({ kind }) => ({ kind })),
      ...(this.growsClaims ? [{ kind: claimKind }] : []),
    ];
    const unknown = [...owned, ...retired, ...watched, ...referenced, ...indexed, ...used]
      .map(({ kind }) => kind)
      .filter((error) => UnknownKindError.is(error));

    const operator = Operator.of(this);
    operator.define(props.for);
    operator.grant([...controllerGrants(this), ...useGrants(this.uses)]);
    const messages = unknown.map(({ message }) => message);
    this.node.addValidation({ validate: () => [...messages, ...this.#findings(operator)] });
  }

  *#findings(operator: Operator): Iterable<string> {
    yield* controllerFindings(this, Controller.in(operator), this.#mentioned);
    yield* referencedKindFindings(this.references, operator.props.watchNamespaces);
  }

  /** The kinds whose children may be deleted when they are no longer rendered: those in `owns`, and retired ones. */
  get prunes(): readonly Kind[] {
    const retired = this.retires.filter(({ whenDropped }) => whenDropped !== 'keep');
    return distinctKinds([...this.owns, ...retired.map(({ kind }) => kind)]);
  }

  /** Returns the reactions to children of a kind that can't simply be applied or deleted. */
  policy(kind: Kind): ChildPolicy {
    return this.#policies.get(formatGroupVersionKind(kind)) ?? defaultPolicy;
  }

  /**
   * Returns the reaction if the API server doesn't serve a kind that is needed: that of the first entry that tolerates it.
   */
  whenNotServed(kind: Kind): WhenNotServed {
    const mentions = [...this.watches, ...this.references].filter((mention) => isSameKind(mention.kind, kind));
    const reactions = [this.policy(kind), ...mentions].map(({ whenNotServed = 'report' }) => whenNotServed);
    return reactions.find((reaction) => reaction !== 'report') ?? 'report';
  }

  /** The limits on deletions, with their defaults. */
  get deletionLimits(): Required<DeletionLimits> {
    return { ...defaultDeletionLimits, ...this.props.deletionLimits };
  }

  /** The kinds that it watches, each once; the custom resource comes first. */
  get cachedKinds(): readonly CachedKind[] {
    return distinctCachedKinds(this.#mentioned);
  }

  /** The time limit of a reconcile. */
  get timeout(): Duration {
    return this.props.timeout ?? defaultTimeout;
  }

  /** True if it enlarges the volume claims of its children's pods when their templates do. */
  get growsClaims(): boolean {
    return this.owns.some((kind) => isStatefulSet(kind) && this.policy(kind).whenImmutable === 'orphan-and-recreate');
  }

  /** Returns the controllers of an operator, in the order of their construction. */
  static in(operator: Operator): readonly Controller[] {
    return operator.node.findAll().filter(Controller.isController);
  }

  /** Returns true for a controller, also one of another copy of the library. */
  static isController(construct: IConstruct): construct is Controller {
    return brand in construct;
  }
}

/** Returns the kind that a reference names, or the error to report as a finding together with all others. */
function resolvedReference(reference: CachedReference): Kind | UnknownKindError {
  try {
    return resolveViewedKind(reference);
  } catch (error) {
    if (UnknownKindError.is(error)) return error;
    throw error;
  }
}

function cachedKindOfEntry(reference: CachedReference): Pick<CachedKind, 'view'> & { kind: Kind | UnknownKindError } {
  return { kind: resolvedReference(reference), ...(isKindView(reference) && { view: reference }) };
}

/** Returns a map from kind to reactions. The entries for a kind that is named twice are merged. */
function ownedKindPolicies(entries: readonly OwnedKind[]): ReadonlyMap<string, ChildPolicy> {
  const known = new Map<string, ChildPolicy>();
  for (const { kind: reference, labelSelector: _, ...reactions } of entries) {
    const kind = resolvedReference(reference);
    if (!isKnownKind(kind)) continue;
    const name = formatGroupVersionKind(kind);
    known.set(name, { ...(known.get(name) ?? defaultPolicy), ...reactions });
  }
  return known;
}

function hasEntryKind<Entry extends { readonly kind: Kind | UnknownKindError }>(
  entry: Entry,
): entry is Entry & { readonly kind: Kind } {
  return isKnownKind(entry.kind);
}

function isKnownKind(kind: Kind | UnknownKindError): kind is Kind {
  return !UnknownKindError.is(kind);
}
