import { Construct, type IConstruct } from 'constructs';
import type {
  AdmissionContext,
  CachedReference,
  CustomResourceClass,
  DeletionContext,
  ExactFindings,
  ReturnedFindings,
  Use,
} from '../../api/index.ts';
import type { KindOfEntry } from '../controller/kind-entry.ts';
import type { Operator } from '../operator.ts';
import type { ReadKind } from './read-kind.ts';
import type { Operation } from './webhook-entry.ts';
import { validationPath } from './webhook-path.ts';
import type { WebhookProps } from './webhook-props.ts';
import { registerWebhook } from './webhook-registration.ts';

const brand = Symbol.for('operand.ValidatingWebhook');

/** Props of {@link ValidatingWebhook}. */
export interface ValidatingWebhookProps<
  Api extends CustomResourceClass,
  Result extends ReturnedFindings = ReturnedFindings,
  DeleteResult extends ReturnedFindings = ReturnedFindings,
  Uses extends readonly Use[] = readonly Use[],
  Reads extends readonly (CachedReference | ReadKind)[] = readonly (CachedReference | ReadKind)[],
> extends WebhookProps<Api, Uses, Reads> {
  /** Returns the findings for an object that a request creates or changes; an empty list accepts the object. */
  readonly validate?: (context: AdmissionContext<Api, Uses, KindOfEntry<Reads[number]>>) => ExactFindings<Result>;

  /** Returns the reasons why a request must not delete an object. @default deletions are not validated */
  readonly validateDelete?: (
    context: DeletionContext<Api, Uses, KindOfEntry<Reads[number]>>,
  ) => ExactFindings<DeleteResult>;
}

/**
 * Validates custom resources before they are stored, for conditions that neither a schema nor a CEL rule can express.
 *
 * At build time it gives the operator a server, a Service, certificates and a registration; in the cluster the manager
 * answers the requests. The construct's id names it among the operator's webhooks.
 *
 * @example
 * new ValidatingWebhook(this, 'NoShrink', {
 *   for: Database,
 *   validate: ({ spec, previous }) =>
 *     previous !== undefined && spec.replicas < previous.spec.replicas
 *       ? [{ field: 'spec.replicas', message: 'a database does not shrink: create a smaller one' }]
 *       : [],
 * });
 */
export class ValidatingWebhook<
  Api extends CustomResourceClass = CustomResourceClass,
  const Result extends ReturnedFindings = ReturnedFindings,
  const DeleteResult extends ReturnedFindings = ReturnedFindings,
  const Uses extends readonly Use[] = readonly [],
  const Reads extends readonly (CachedReference | ReadKind)[] = readonly [],
> extends Construct {
  /** The props as given. */
  readonly props: ValidatingWebhookProps<Api, Result, DeleteResult, Uses, Reads>;
  /** Its name among all webhooks of a cluster: `no-shrink.database.db.example.com`. */
  readonly name: string;

  constructor(scope: Construct, id: string, props: ValidatingWebhookProps<Api, Result, DeleteResult, Uses, Reads>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    this.name = registerWebhook(this, props, {
      type: 'Validating',
      path: validationPath,
      operations: webhookOperations(props),
      siblings: (operator) => ValidatingWebhook.in(operator),
    });
    this.node.addValidation({ validate: () => webhookCallbackFindings(props) });
  }

  /** Returns the validating webhooks of an operator, in the order of their construction. */
  static in(operator: Operator): readonly ValidatingWebhook[] {
    return operator.node.findAll().filter(ValidatingWebhook.isValidatingWebhook);
  }

  /** Returns true for a validating webhook, also one of another copy of the library. */
  static isValidatingWebhook(construct: IConstruct): construct is ValidatingWebhook {
    return brand in construct;
  }
}

type ValidatingCallbacks = Pick<ValidatingWebhookProps<never>, 'validate' | 'validateDelete'>;

/** Returns the operations for which the webhook has a callback. */
function webhookOperations({ validate, validateDelete }: ValidatingCallbacks): Operation[] {
  const written: Operation[] = validate === undefined ? [] : ['CREATE', 'UPDATE'];
  return [...written, ...(validateDelete === undefined ? [] : (['DELETE'] as const))];
}

function webhookCallbackFindings(callbacks: ValidatingCallbacks): string[] {
  if (webhookOperations(callbacks).length > 0) return [];
  return ['it validates nothing: give it `validate`, `validateDelete` or both'];
}
