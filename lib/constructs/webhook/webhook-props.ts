import type { Duration } from 'cdk8s';
import type { CachedReference, CustomResourceClass, Index, Use } from '../../api/index.ts';
import type { ExactEntries } from '../controller/kind-entry.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { ReadKind } from './read-kind.ts';

/** The props that validating and mutating webhooks have in common. */
export interface WebhookProps<
  Api extends CustomResourceClass,
  Uses extends readonly Use[] = readonly Use[],
  Reads extends readonly (CachedReference | ReadKind)[] = readonly (CachedReference | ReadKind)[],
> {
  /**
   * The custom resource: the class of its storage version. API servers convert requests in other versions before they
   * send them.
   */
  readonly for: Api;

  /**
   * The reaction to a request if the webhook doesn't answer, or its response isn't valid. `Fail` refuses the request, so
   * that none gets past the webhook; `Ignore` accepts it.
   *
   * @default Fail
   */
  readonly failurePolicy?: 'Fail' | 'Ignore';

  /** The time that the API server waits for a response: whole seconds from 1 to 30. @default 10 seconds */
  readonly timeout?: Duration;

  /** `NoneOnDryRun`: the callback changes something outside of the object, but not in a dry run. @default None */
  readonly sideEffects?: 'None' | 'NoneOnDryRun';

  /**
   * CEL expressions over `object`, `oldObject`, `request` and `authorizer`. The API server calls the webhook only if
   * all are true.
   *
   * @default none
   */
  readonly matchConditions?: readonly MatchCondition[];

  /**
   * Kinds that the callbacks read or write with `client`, and the methods that they call. Only these calls compile, and
   * only their rights are granted. The API server waits for each request.
   *
   * @default none
   */
  readonly uses?: Uses;

  /**
   * Kinds whose objects the callbacks look up with `live`, without a request. Every replica caches them, in the caches
   * that its controllers use, too. Takes the rights to list and watch them.
   *
   * @default none
   */
  readonly reads?: Reads & ExactEntries<Reads, ReadKind>;

  /** Indexes of cached objects, which `live.indexed` looks up. @default none */
  readonly indexes?: readonly Index[];

  /** Selects the namespaces in which the API server calls the webhook. @default all */
  readonly namespaceSelector?: LabelSelector;

  /**
   * Selects the objects for which the API server calls the webhook; an object matches before or after the change.
   *
   * @default all
   */
  readonly objectSelector?: LabelSelector;
}

/**
 * A condition that a request must meet for a webhook to be called.
 *
 * @see
 *   https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchconditions
 */
export interface MatchCondition {
  /** Unique within the webhook, such as `not-the-operator`. */
  readonly name: string;
  readonly expression: string;
}
