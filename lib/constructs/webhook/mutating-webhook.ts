import { Construct, type IConstruct } from 'constructs';
import type {
  AdmissionContext,
  CachedReference,
  CustomResourceClass,
  ExactMutation,
  ReturnedMutation,
  Use,
} from '../../api/index.ts';
import type { KindOfEntry } from '../controller/kind-entry.ts';
import type { Operator } from '../operator.ts';
import type { ReadKind } from './read-kind.ts';
import { mutationPath } from './webhook-path.ts';
import type { WebhookProps } from './webhook-props.ts';
import { registerWebhook } from './webhook-registration.ts';

const brand = Symbol.for('operand.MutatingWebhook');

/** Props of {@link MutatingWebhook}. */
export interface MutatingWebhookProps<
  Api extends CustomResourceClass,
  Result extends ReturnedMutation<Api> = ReturnedMutation<Api>,
  Uses extends readonly Use[] = readonly Use[],
  Reads extends readonly (CachedReference | ReadKind)[] = readonly (CachedReference | ReadKind)[],
> extends WebhookProps<Api, Uses, Reads> {
  /**
   * Returns the changes to an object that a request creates or changes, or undefined for none. Called again with its
   * own result, it must change nothing more. Not called for objects whose spec isn't valid by the schema.
   */
  readonly mutate: (context: AdmissionContext<Api, Uses, KindOfEntry<Reads[number]>>) => ExactMutation<Result, Api>;
}

/**
 * Changes custom resources before they are stored, for defaults that depend on other values and can't be in a schema.
 *
 * @example
 * new MutatingWebhook(this, 'Storage', {
 *   for: Database,
 *   mutate: ({ spec }) => (spec.storage === undefined ? { spec: { ...spec, storage: '10Gi' } } : undefined),
 * });
 */
export class MutatingWebhook<
  Api extends CustomResourceClass = CustomResourceClass,
  const Result extends ReturnedMutation<Api> = ReturnedMutation<Api>,
  const Uses extends readonly Use[] = readonly [],
  const Reads extends readonly (CachedReference | ReadKind)[] = readonly [],
> extends Construct {
  /** The props as given. */
  readonly props: MutatingWebhookProps<Api, Result, Uses, Reads>;
  /** Its name among all webhooks of a cluster: `storage.database.db.example.com`. */
  readonly name: string;

  constructor(scope: Construct, id: string, props: MutatingWebhookProps<Api, Result, Uses, Reads>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.name = registerWebhook(this, props, {
      type: 'Mutating',
      path: mutationPath,
      operations: ['CREATE', 'UPDATE'],
      // Called again if another webhook changes the object after it. By its contract, it doesn't change an object that
      // is right already.
      settings: { reinvocationPolicy: 'IfNeeded' },
      siblings: (operator) => MutatingWebhook.in(operator),
    });
  }

  /** Returns the mutating webhooks of an operator, in the order of their construction. */
  static in(operator: Operator): readonly MutatingWebhook[] {
    return operator.node.findAll().filter(MutatingWebhook.isMutatingWebhook);
  }

  /** Returns true for a mutating webhook, also one of another copy of the library. */
  static isMutatingWebhook(construct: IConstruct): construct is MutatingWebhook {
    return brand in construct;
  }
}
