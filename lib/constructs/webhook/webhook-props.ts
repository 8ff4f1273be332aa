import type { Duration } from 'cdk8s';
import type { CustomResourceClass, FollowedReference, Index, Use } from '../../api/index.ts';
import type { ExactEntries } from '../controller/kind-entry.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { ReadKind } from './read-kind.ts';

/** What validating and mutating webhooks have in common. */
export interface WebhookProps<
  Api extends CustomResourceClass,
  Uses extends readonly Use[] = readonly Use[],
  Reads extends readonly (FollowedReference | ReadKind)[] = readonly (FollowedReference | ReadKind)[],
> {
  /**
   * The custom resource: the class of its storage version. Requests in other versions are converted before they come.
   */
  readonly for: Api;

  /**
   * What becomes of a request when the webhook doesn't answer, or answers nonsense: `Fail` refuses it, so that nothing
   * gets past the webhook; `Ignore` lets it through. @default Fail
   */
  readonly failurePolicy?: 'Fail' | 'Ignore';

  /** How long the API server waits: whole seconds from 1 to 30. @default 10 seconds */
  readonly timeout?: Duration;

  /** `NoneOnDryRun`: the callback changes something elsewhere, but not in a dry run. @default None */
  readonly sideEffects?: 'None' | 'NoneOnDryRun';

  /** CEL expressions over `object`, `oldObject`, `request` and `authorizer` that must all hold for the webhook to be asked. @default none */
  readonly matchConditions?: readonly MatchCondition[];

  /**
   * Kinds that the callbacks read or write by `client`, with the methods that they call. Only these compile, and only these are
   * granted. The API server waits for each request. @default none
   */
  readonly uses?: Uses;

  /**
   * Kinds whose objects the callbacks look up with `live`, without a request: every replica caches them, in the same caches
   * as its controllers. Takes the rights to list and watch them. @default none
   */
  readonly reads?: Reads & ExactEntries<Reads, ReadKind>;

  /** What the objects of these kinds are found by, with `live.indexed`. @default none */
  readonly indexes?: readonly Index[];

  /** In which namespaces the webhook is asked. @default all */
  readonly namespaceSelector?: LabelSelector;

  /** Of which objects, before or after the change, the webhook is asked. @default all */
  readonly objectSelector?: LabelSelector;
}

/** What must hold of a request for a webhook to be asked. @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchconditions */
export interface MatchCondition {
  /** Unique within the webhook, such as `not-the-operator`. */
  readonly name: string;
  readonly expression: string;
}
