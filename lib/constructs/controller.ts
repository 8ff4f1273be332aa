import { Construct, type IConstruct } from 'constructs';
import type { z } from 'zod';
import type {
  Action,
  ConditionReport,
  CustomResourceClass,
  Kind,
  KindReference,
  Live,
  ObjectKey,
  Observed,
  Resource,
} from '../api/index.ts';
import { resolveKind } from '../api/index.ts';
import { controllerGrants } from './access/controller-grants.ts';
import { Operator } from './operator.ts';

const brand = Symbol.for('operand.Controller');

/** A kind that a controller follows without owning its objects. */
export interface Watch<Reference extends KindReference = KindReference> {
  readonly kind: Reference;
  /** The resources that an object concerns. Pure; called for every change with the object before and after it. */
  readonly map: (object: Observed<Reference>) => readonly ObjectKey[];
}

/** What `status` returns: the author's part of the status, and conditions beside or refining the library's own. */
export type StatusReport<Api extends CustomResourceClass> = z.input<Api['definition']['status']> & {
  /** Merged by type. A report of type `Ready` refines reason and message of the library's Ready, never its status. */
  readonly conditions?: readonly ConditionReport[];
};

/**
 * Everything an author says of a controller. A capability is there when its callback is.
 */
export interface ControllerProps<Api extends CustomResourceClass, Children, Watched extends readonly KindReference[]> {
  /** The custom resource that is reconciled. */
  readonly for: Api;

  /** The kinds of the rendered children. A rendered child of another kind is refused. @default none */
  readonly owns?: readonly KindReference[];

  /** Further kinds whose changes concern resources. @default none */
  readonly watches?: { readonly [Index in keyof Watched]: Watch<Watched[Index]> };

  /**
   * Builds the children of a resource below `scope` and returns what the other callbacks want to see of them.
   * Pure and deterministic: the same resource gives the same children.
   */
  readonly render: (scope: Construct, resource: Resource<Api>) => Children;

  /** Work outside the cluster's objects, after the children are applied and before the status is written. @default none */
  readonly reconcile?: (
    resource: Resource<Api>,
    children: Children,
    live: Live,
    signal: AbortSignal,
  ) => Action | Promise<Action>;

  /** What is reported of a resource, from what the cluster holds. Pure. @default the standard conditions alone */
  readonly status?: (resource: Resource<Api>, children: Children, live: Live) => StatusReport<Api>;

  /**
   * Removes what lives outside the cluster before a deleted resource goes. Its presence puts a finalizer on every resource.
   * Called again after a failure or a crash: it must bear that.
   */
  readonly cleanup?: (resource: Resource<Api>, signal: AbortSignal) => void | Promise<void>;

  /** How many resources are reconciled at once. @default 8 */
  readonly concurrency?: number;
}

/**
 * Keeps the children of one kind of custom resource equal to what is rendered from it.
 *
 * At build time it gives the operator the access that it needs; in the cluster it is run by the manager.
 */
export class Controller<
  Api extends CustomResourceClass = CustomResourceClass,
  Children = unknown,
  Watched extends readonly KindReference[] = readonly KindReference[],
> extends Construct {
  /** The callbacks and settings as given. */
  readonly props: ControllerProps<Api, Children, Watched>;
  /** The kind that is reconciled. */
  readonly kind: Api['definition'];
  /** The kinds of the children. */
  readonly owns: readonly Kind[];
  /** The kinds followed without being owned, each with its map. */
  readonly watches: readonly { readonly kind: Kind; readonly map: (object: never) => readonly ObjectKey[] }[];

  constructor(scope: Construct, id: string, props: ControllerProps<Api, Children, Watched>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.kind = props.for.definition;
    this.owns = (props.owns ?? []).map(resolveKind);
    this.watches = (props.watches ?? []).map(({ kind, map }) => ({ kind: resolveKind(kind), map }));

    const operator = Operator.of(this);
    operator.define(props.for);
    operator.grant(controllerGrants(this));
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
