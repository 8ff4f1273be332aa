import { Duration } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import {
  type Action,
  type CustomResourceClass,
  type ExactReport,
  formatGroupKind,
  formatGroupVersionKind,
  type Kind,
  type KindReference,
  type Live,
  type ObjectKey,
  type Observed,
  type Referenced,
  type Resource,
  resolveKind,
  type StatusReport,
  UnknownKindError,
} from '../api/index.ts';
import { controllerGrants } from './access/controller-grants.ts';
import { isStatefulSet } from './claim-template.ts';
import { Operator } from './operator.ts';

const brand = Symbol.for('operand.Controller');

/** The time of a pass unless the definition says otherwise. */
const defaultTimeout = Duration.minutes(2);

/** A kind that a controller follows without owning its objects. */
export interface Watch<Reference extends KindReference = KindReference> {
  readonly kind: Reference;
  /** The resources that an object concerns. Pure; called for every change with the object before and after it. */
  readonly map: (object: Observed<Reference>) => readonly ObjectKey[];
}

/** What is done about a child whose change the API server refuses because the field can't be changed. */
export type WhenImmutable =
  /** Say so in the conditions, and leave the child as it is. */
  | 'report'
  /** Delete it with everything that it owns, and make it anew. */
  | 'recreate'
  /**
   * Delete it alone, and make it anew around what it owned. Of a StatefulSet, the volume claims of its pods are given
   * the wanted size first; pods and data stay.
   */
  | 'orphan-and-recreate';

/** A kind of children, with what becomes of one that can't be changed. */
export interface OwnedKind {
  readonly kind: KindReference;
  /** @default report */
  readonly whenImmutable?: WhenImmutable;
}

/** A kind of objects that resources name in their specs, such as a ConfigMap with settings. */
export interface Reference<Api extends CustomResourceClass> {
  readonly kind: KindReference;
  /** The names that a resource refers to, in its own namespace if the kind has namespaces. Pure. */
  readonly names: (resource: Resource<Api>) => readonly string[];
}

/**
 * Everything an author says of a controller. A capability is there when its callback is.
 *
 * Write `render` before the callbacks that receive what it returns: TypeScript infers types in the order of the text.
 */
export interface ControllerProps<
  Api extends CustomResourceClass,
  Children = unknown,
  Watched extends readonly KindReference[] = readonly KindReference[],
  Report extends StatusReport<Api> = StatusReport<Api>,
> {
  /** The custom resource that is reconciled. */
  readonly for: Api;

  /** The kinds of the rendered children. A rendered child of another kind is refused. @default none */
  readonly owns?: readonly (KindReference | OwnedKind)[];

  /** Further kinds whose changes concern resources. @default none */
  readonly watches?: { readonly [Index in keyof Watched]: Watch<Watched[Index]> };

  /** Kinds whose objects resources refer to. `render` sees them, and a change of one renders anew who refers to it. @default none */
  readonly references?: readonly Reference<Api>[];

  /**
   * Builds the children of a resource below `scope` and returns what the other callbacks want to see of them.
   * Pure, deterministic and synchronous: the same resource and the same referenced objects give the same children.
   */
  readonly render: (
    scope: Construct,
    resource: Resource<Api>,
    referenced: Referenced,
  ) => Children & Immediate<Children>;

  /**
   * Work outside the cluster's objects, after the children are applied and before the status is written. Not called
   * while the name of a child is taken.
   *
   * What it throws is told in the conditions and retried with backoff, unless it is a TerminalError: let the message be
   * the same while the trouble is. @default none
   */
  readonly reconcile?: (
    resource: Resource<Api>,
    children: Children,
    live: Live,
    signal: AbortSignal,
  ) => Action | Promise<Action>;

  /** What is reported of a resource, from what the cluster holds. Pure. @default the standard conditions alone */
  readonly status?: (resource: Resource<Api>, children: Children, live: Live) => ExactReport<Report, Api>;

  /**
   * Removes what lives outside the cluster before a deleted resource goes. Its presence puts a finalizer on every resource.
   * Called again after a failure or a crash: it must bear that. Keep it in the definition as long as there are resources
   * with its finalizer.
   */
  readonly cleanup?: (resource: Resource<Api>, signal: AbortSignal) => void | Promise<void>;

  /** How many resources are reconciled at once. @default 8 */
  readonly concurrency?: number;

  /**
   * How long a pass may take: then its signal aborts, its requests end, and it is retried with backoff. A callback that
   * doesn't heed its signal keeps the resource waiting all the same, because two passes never run at once. @default 2 minutes
   */
  readonly timeout?: Duration;
}

/** Anything but a promise. */
type Immediate<Value> = Value extends PromiseLike<unknown> ? never : unknown;

/**
 * Keeps the children of one kind of custom resource equal to what is rendered from it.
 *
 * At build time it gives the operator the access that it needs; in the cluster it is run by the manager.
 */
export class Controller<
  Api extends CustomResourceClass = CustomResourceClass,
  Children = unknown,
  Watched extends readonly KindReference[] = readonly KindReference[],
  const Report extends StatusReport<Api> = StatusReport<Api>,
> extends Construct {
  /** The callbacks and settings as given. */
  readonly props: ControllerProps<Api, Children, Watched, Report>;
  /** The kind that is reconciled. */
  readonly kind: Api['definition'];
  /** The kinds of the children. */
  readonly owns: readonly Kind[];
  /** The kinds that resources refer to, each with the names that one refers to. */
  readonly references: readonly { readonly kind: Kind; readonly names: Reference<Api>['names'] }[];
  /** The kinds followed without being owned, each with its map. */
  readonly watches: readonly { readonly kind: Kind; readonly map: (object: never) => readonly ObjectKey[] }[];

  readonly #whenImmutable: ReadonlyMap<string, WhenImmutable>;
  readonly #unknownKinds: readonly UnknownKindError[];

  constructor(scope: Construct, id: string, props: ControllerProps<Api, Children, Watched, Report>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.kind = props.for.definition;
    const entries = (props.owns ?? []).map((entry) => (isOwnedKind(entry) ? entry : { kind: entry }));
    const owned = entries.map(({ kind }) => resolved(kind));
    const referenced = (props.references ?? []).map(({ kind, names }) => ({ kind: resolved(kind), names }));
    const watched = (props.watches ?? []).map(({ kind, map }) => ({ kind: resolved(kind), map }));
    this.owns = distinct(owned.filter(isKnown));
    this.watches = watched.flatMap(({ kind, map }) => (isKnown(kind) ? [{ kind, map }] : []));
    this.references = referenced.flatMap(({ kind, names }) => (isKnown(kind) ? [{ kind, names }] : []));
    this.#whenImmutable = policies(entries);
    this.#unknownKinds = [...owned, ...[...watched, ...referenced].map(({ kind }) => kind)].filter(UnknownKindError.is);

    const operator = Operator.of(this);
    operator.define(props.for);
    operator.grant(controllerGrants(this));
    this.node.addValidation({ validate: () => this.#findings(operator) });
  }

  /** What is done about a child of a kind that can't be changed. */
  whenImmutable(kind: Kind): WhenImmutable {
    return this.#whenImmutable.get(formatGroupVersionKind(kind)) ?? 'report';
  }

  /** How long a pass may take. */
  get timeout(): Duration {
    return this.props.timeout ?? defaultTimeout;
  }

  /** Whether the volume claims of its children's pods are kept as large as their templates say. */
  get growsClaims(): boolean {
    return this.owns.some((kind) => isStatefulSet(kind) && this.whenImmutable(kind) === 'orphan-and-recreate');
  }

  /** The controllers of an operator, in the order of their construction. */
  static in(operator: Operator): readonly Controller[] {
    return operator.node.findAll().filter(Controller.isController);
  }

  /** Whether a construct is a controller, also of another copy of the library. */
  static isController(construct: IConstruct): construct is Controller {
    return brand in construct;
  }

  #findings(operator: Operator): string[] {
    const { concurrency = 1, timeout } = this.props;
    const findings = this.#unknownKinds.map(({ message }) => message);
    const first = Controller.in(operator).find(({ kind }) => formatGroupKind(kind) === formatGroupKind(this.kind));
    if (first !== undefined && first.node !== this.node) {
      findings.push(`${first.node.path} is a controller for ${this.kind.kind}, too: make one of the two`);
    }
    if (!(Number.isInteger(concurrency) && concurrency >= 1)) {
      findings.push(`concurrency is ${concurrency}: write a whole number from 1`);
    }
    if (timeout !== undefined && !(timeout.toMilliseconds() > 0)) {
      findings.push('timeout is no time at all: write a duration above 0');
    }
    for (const { kind } of this.references) {
      if (this.kind.scope === 'Namespaced' || kind.scope === 'Cluster') continue;
      findings.push(
        `${this.kind.kind} is cluster-scoped and can't name a ${kind.kind}, which has a namespace: watch the kind instead`,
      );
    }
    return findings;
  }
}

/** The kind that a reference names, or why there is none: a finding that is told with all others. */
function resolved(reference: KindReference): Kind | UnknownKindError {
  try {
    return resolveKind(reference);
  } catch (error) {
    if (UnknownKindError.is(error)) return error;
    throw error;
  }
}

/** Kind → what is done about one that can't be changed; of a kind that is named twice, the entry with more to say. */
function policies(entries: readonly OwnedKind[]): ReadonlyMap<string, WhenImmutable> {
  return new Map(
    entries.flatMap(({ kind, whenImmutable }) => {
      const known = resolved(kind);
      return whenImmutable !== undefined && isKnown(known) ? [[formatGroupVersionKind(known), whenImmutable]] : [];
    }),
  );
}

/** A kind by itself has its name where an entry with more to say has the kind. */
function isOwnedKind(entry: KindReference | OwnedKind): entry is OwnedKind {
  return 'kind' in entry && typeof entry.kind !== 'string';
}

function isKnown(kind: Kind | UnknownKindError): kind is Kind {
  return !UnknownKindError.is(kind);
}

/** Each kind once. */
function distinct(kinds: readonly Kind[]): Kind[] {
  return [...new Map(kinds.map((kind) => [formatGroupVersionKind(kind), kind])).values()];
}
