import { Construct, type IConstruct } from 'constructs';
import type {
  AdmissionRequest,
  CustomResourceClass,
  ExactMutation,
  MutationAnswer,
  Proposed,
  Resource,
} from '../../api/index.ts';
import type { Operator } from '../operator.ts';
import { mutationPath } from './webhook-path.ts';
import type { WebhookProps } from './webhook-props.ts';
import { registerWebhook } from './webhook-registration.ts';

const brand = Symbol.for('operand.MutatingWebhook');

/** Props of {@link MutatingWebhook}. */
export interface MutatingWebhookProps<
  Api extends CustomResourceClass,
  Answer extends MutationAnswer<Api> = MutationAnswer<Api>,
> extends WebhookProps<Api> {
  /**
   * What is to be changed of an object that somebody creates or changes; nothing, or undefined, to leave it as it is.
   * Must bear being called again with what it returned, which changes nothing then.
   *
   * @param next - the object as it was sent, with the defaults of its schema. Objects whose spec isn't valid don't come here.
   * @param previous - the object as it is; undefined where it is to be created.
   */
  readonly mutate: (
    next: Proposed<Api>,
    previous: Resource<Api> | undefined,
    request: AdmissionRequest,
  ) => ExactMutation<Answer, Api>;
}

/** Changes custom resources before they are stored, for defaults that depend on something and can't be in a schema. */
export class MutatingWebhook<
  Api extends CustomResourceClass = CustomResourceClass,
  const Answer extends MutationAnswer<Api> = MutationAnswer<Api>,
> extends Construct {
  /** The callbacks and settings as given. */
  readonly props: MutatingWebhookProps<Api, Answer>;
  /** Its name among all webhooks of a cluster: `no-shrink.database.db.example.com`. */
  readonly name: string;

  constructor(scope: Construct, id: string, props: MutatingWebhookProps<Api, Answer>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.name = registerWebhook(this, props, {
      type: 'Mutating',
      path: mutationPath,
      operations: ['CREATE', 'UPDATE'],
      // Asked again where others changed the object after it: by its contract, it changes nothing that is right already.
      settings: { reinvocationPolicy: 'IfNeeded' },
      siblings: (operator) => MutatingWebhook.in(operator),
    });
  }

  /** The mutating webhooks of an operator, in the order of their construction. */
  static in(operator: Operator): readonly MutatingWebhook[] {
    return operator.node.findAll().filter(MutatingWebhook.isMutatingWebhook);
  }

  /** Whether a construct is one, also of another copy of the library. */
  static isMutatingWebhook(construct: IConstruct): construct is MutatingWebhook {
    return brand in construct;
  }
}
