import { ApiObject, Lazy } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import {
  admissionPolicyBindingKind,
  admissionPolicyKind,
  type CustomResourceClass,
  schemaWithRules,
} from '../../api/index.ts';
import { type AdmissionRule, admissionRule, type Rule } from '../../schema/index.ts';
import { Operator } from '../operator.ts';
import { idFindings } from './id-finding.ts';
import { kebabPath } from './kebab-path.ts';
import { policyFindings } from './policy-finding.ts';
import { webhookFindings } from './webhook-finding.ts';
import type { WebhookProps } from './webhook-props.ts';

const brand = Symbol.for('operand.ValidatingAdmissionPolicy');

/** Props of {@link ValidatingAdmissionPolicy}. */
export interface ValidatingAdmissionPolicyProps<Api extends CustomResourceClass>
  extends Pick<
    WebhookProps<Api>,
    'failurePolicy' | 'for' | 'matchConditions' | 'namespaceSelector' | 'objectSelector'
  > {
  /**
   * What must hold of every object, said as in the `rules` of a definition: `self` is the object, `oldSelf` what it was
   * before a change. The same values can stand in both places.
   */
  readonly rules: readonly Rule[];

  /** What becomes of a request that breaks a rule. Deny and Warn exclude each other. @default Deny */
  readonly actions?: readonly ('Audit' | 'Deny' | 'Warn')[];
}

/**
 * Rules over a custom resource that the API server enforces beside those of its definition, without a webhook: they can be
 * limited to namespaces and objects, tell without denying, be taken away again, and what is stored already need not obey.
 *
 * Policies see plain JSON: lists are equal only in one order, whole numbers are ints also where the schema says number, and
 * a field that is null is there. The samples of the operator are checked by the rules at synth. Objects of other versions
 * are converted to that of `for` before.
 *
 * The Operator Lifecycle Manager installs no policies, and a bundle that left one out would lack its rules without a word:
 * an operator with `bundle` props can't have any. Construct it only where there are none, or say the rules in the definition.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export class ValidatingAdmissionPolicy<Api extends CustomResourceClass = CustomResourceClass> extends Construct {
  /** The name of the ValidatingAdmissionPolicy and of its binding: `<operator>-<ids>` in kebab case. */
  readonly name: string;

  constructor(scope: Construct, id: string, props: ValidatingAdmissionPolicyProps<Api>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    const operator = Operator.of(this);
    const { definition } = props.for;
    const actions = props.actions ?? ['Deny'];
    this.name = `${operator.name}-${kebabPath(this, operator)}`;

    new ApiObject(this, 'Policy', {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: this.name },
      spec: policySpec(props),
    });
    new ApiObject(this, 'Binding', {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: this.name },
      spec: { policyName: this.name, validationActions: actions },
    });
    for (const kind of [admissionPolicyKind, admissionPolicyBindingKind]) operator.installPolicy(kind, this.name);
    this.node.addValidation({
      validate: () => [
        ...idFindings(this, operator),
        ...webhookFindings({ name: this.name, node: this.node, props }, []),
        ...policyFindings(
          { definition, rules: props.rules, actions },
          {
            samples: operator.samples?.apiObjects ?? [],
            definitions: operator.definitions.map((own) => own.definition),
          },
        ),
      ],
    });
  }

  /** Whether a construct is one, also of another copy of the library. */
  static isValidatingAdmissionPolicy(construct: IConstruct): construct is ValidatingAdmissionPolicy {
    return brand in construct;
  }
}

/** What the policy asks for, of requests in whichever version. */
function policySpec(props: ValidatingAdmissionPolicyProps<CustomResourceClass>): object {
  const { definition } = props.for;
  return {
    failurePolicy: props.failurePolicy ?? 'Fail',
    matchConstraints: {
      // Requests in other versions are converted to the one that is named.
      matchPolicy: 'Equivalent',
      resourceRules: [
        {
          apiGroups: [definition.group],
          apiVersions: [definition.version],
          resources: [definition.plural],
          operations: ['CREATE', 'UPDATE'],
          scope: definition.scope,
        },
      ],
      ...(props.namespaceSelector && { namespaceSelector: props.namespaceSelector }),
      ...(props.objectSelector && { objectSelector: props.objectSelector }),
    },
    ...(props.matchConditions && { matchConditions: props.matchConditions }),
    validations: Lazy.any({ produce: () => validations(props) }) as unknown,
  };
}

/** What can't be translated is a finding, and left out. */
function validations({
  for: { definition },
  rules,
}: ValidatingAdmissionPolicyProps<CustomResourceClass>): AdmissionRule[] {
  const schema = schemaWithRules(definition);
  if (schema === undefined) return [];
  return rules.flatMap((rule) => {
    const said = admissionRule(rule, schema);
    return 'rule' in said ? [said.rule] : [];
  });
}
