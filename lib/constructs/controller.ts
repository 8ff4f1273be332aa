import { Duration } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import {
  type CustomResourceClass,
  distinctKinds,
  formatGroupVersionKind,
  type Kind,
  type KindReference,
  type ObjectKey,
  resolveKind,
  type StatusReport,
  UnknownKindError,
} from '../api/index.ts';
import { controllerGrants } from './access/controller-grants.ts';
import { isStatefulSet } from './claim-template.ts';
import { controllerFindings } from './controller-finding.ts';
import type { ControllerProps } from './controller-props.ts';
import { Operator } from './operator.ts';
import { isOwnedKind, type OwnedKind, type WhenImmutable } from './owned-kind.ts';
import type { Reference } from './reference.ts';

const brand = Symbol.for('operand.Controller');

/** The time of a pass unless the definition says otherwise. */
const defaultTimeout = Duration.minutes(2);

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

  constructor(scope: Construct, id: string, props: ControllerProps<Api, Children, Watched, Report>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.kind = props.for.definition;
    const entries = (props.owns ?? []).map((entry) => (isOwnedKind(entry) ? entry : { kind: entry }));
    const owned = entries.map(({ kind }) => resolved(kind));
    const referenced = (props.references ?? []).map(({ kind, names }) => ({ kind: resolved(kind), names }));
    const watched = (props.watches ?? []).map(({ kind, map }) => ({ kind: resolved(kind), map }));
    this.owns = distinctKinds(owned.filter(isKnown));
    this.watches = watched.flatMap(({ kind, map }) => (isKnown(kind) ? [{ kind, map }] : []));
    this.references = referenced.flatMap(({ kind, names }) => (isKnown(kind) ? [{ kind, names }] : []));
    this.#whenImmutable = policies(entries);
    const unknown = [...owned, ...[...watched, ...referenced].map(({ kind }) => kind)].filter(UnknownKindError.is);

    const operator = Operator.of(this);
    operator.define(props.for);
    operator.grant(controllerGrants(this));
    this.node.addValidation({
      validate: () => [...unknown.map(({ message }) => message), ...controllerFindings(this, Controller.in(operator))],
    });
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

function isKnown(kind: Kind | UnknownKindError): kind is Kind {
  return !UnknownKindError.is(kind);
}
