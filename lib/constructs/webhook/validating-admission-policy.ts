import { ApiObject, Lazy } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import {
  admissionPolicyBindingKind,
  admissionPolicyKind,
  type CustomResourceClass,
  resourceSeenByRules,
} from '../../api/index.ts';
import {
  type AdmissionRule,
  admissionRule,
  fieldAt,
  fieldsAt,
  formatFinding,
  parse,
  policyView,
  type Rule,
  ruleValidation,
} from '../../schema/index.ts';
import { Operator } from '../operator.ts';
import { kindNamesakeFinding } from '../operator-finding.ts';
import { kebabPath, kebabPathFindings } from './kebab-path.ts';
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
   * The rules that every object must obey, written as in the `rules` of a definition: `self` is the object, `oldSelf`
   * is the object before a change. A definition and a policy can share the same rules.
   */
  readonly rules: readonly Rule[];

  /** The reactions to a request that breaks a rule. Deny and Warn exclude each other. @default Deny */
  readonly actions?: readonly ('Audit' | 'Deny' | 'Warn')[];
}

/**
 * Rules for a custom resource that the API server enforces without a webhook, in addition to those of its definition.
 * They can be limited to namespaces and objects, warn instead of deny, and be removed again. Objects that are stored
 * already need not obey them.
 *
 * Policies evaluate plain JSON: lists are equal only in the same order, whole numbers are ints even if the schema says
 * number, and a null field exists. The samples of the operator are validated by the rules at synth. Objects of other
 * versions are converted to the version of `for` first.
 *
 * The Operator Lifecycle Manager doesn't install policies, and a bundle without its policy would silently lack the
 * rules. So an operator with `bundle` props can't have a policy: construct it only in operators without them, or write
 * the rules in the definition.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 * @example
 * new ValidatingAdmissionPolicy(this, 'Production', {
 *   for: Database,
 *   namespaceSelector: { matchLabels: { stage: 'production' } },
 *   rules: [{ rule: 'self.spec.replicas >= 3', message: 'databases in production have 3 replicas' }],
 * });
 */
export class ValidatingAdmissionPolicy<Api extends CustomResourceClass = CustomResourceClass> extends Construct {
  /** The props as given. */
  readonly props: ValidatingAdmissionPolicyProps<Api>;
  /** The name of the ValidatingAdmissionPolicy and of its binding: `<operator>-<ids>` in kebab case. */
  readonly name: string;

  constructor(scope: Construct, id: string, props: ValidatingAdmissionPolicyProps<Api>) {
    super(scope, id);
    Object.defineProperty(this, brand, { value: true });
    this.props = props;
    const operator = Operator.of(this);
    this.name = `${operator.name}-${kebabPath(this, operator)}`;

    new ApiObject(this, 'Policy', {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: this.name },
      spec: admissionPolicySpec(props),
    });
    new ApiObject(this, 'Binding', {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: this.name },
      spec: { policyName: this.name, validationActions: props.actions ?? ['Deny'] },
    });
    for (const kind of [admissionPolicyKind, admissionPolicyBindingKind]) operator.installPolicy(kind, this.name);
    this.node.addValidation({
      validate: () => [
        ...kebabPathFindings(this, operator),
        ...webhookFindings({ name: this.name, node: this.node, props }, []),
        ...policyFindings(props, operator),
      ],
    });
  }

  /** Returns true for a policy, also one of another copy of the library. */
  static isValidatingAdmissionPolicy(construct: IConstruct): construct is ValidatingAdmissionPolicy {
    return brand in construct;
  }
}

/** Returns the spec of the policy, for requests in any version. */
function admissionPolicySpec(props: ValidatingAdmissionPolicyProps<CustomResourceClass>): object {
  const { definition } = props.for;
  return {
    failurePolicy: props.failurePolicy ?? 'Fail',
    matchConstraints: {
      // API servers convert requests in other versions to the named one.
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
    validations: Lazy.any({ produce: () => policyValidations(props) }) as unknown,
  };
}

/** Returns the rules as a policy's validations. A rule that can't be translated is a finding, and left out. */
function policyValidations({
  for: { definition },
  rules,
}: ValidatingAdmissionPolicyProps<CustomResourceClass>): AdmissionRule[] {
  const schema = definition.schema.withRules;
  if (schema === undefined) return [];
  return rules.flatMap((rule) => {
    const translated = admissionRule(rule, schema);
    return 'rule' in translated ? [translated.rule] : [];
  });
}

/**
 * Yields the findings for the rules of a policy and for samples that it would deny, one sentence each with its
 * remedy.
 */
function* policyFindings(
  { for: { definition }, rules, actions = ['Deny'] }: ValidatingAdmissionPolicyProps<CustomResourceClass>,
  { definitions, samples }: Operator,
): Iterable<string> {
  const newer = definitions.find((own) => own.definition.versions.some(({ of }) => of.definition === definition));
  if (newer !== undefined) {
    yield kindNamesakeFinding(newer.definition, definition);
    return;
  }
  const schema = definition.schema.withRules;
  if (schema === undefined) return; // a finding of the definition
  if (rules.length === 0) yield 'it has no rules: add one at least';
  if (actions.length === 0) yield 'it has no actions: add Deny, Warn or Audit';
  // A denial warns anyway.
  if (actions.includes('Deny') && actions.includes('Warn')) yield 'Deny and Warn exclude each other: leave one out';
  const refusals = rules.flatMap((rule) => {
    const translated = admissionRule(rule, schema);
    return 'refusal' in translated
      ? [`the rule '${rule.rule}' can't be part of a policy: ${translated.refusal}; ${translated.remedy}`]
      : [];
  });
  yield* refusals;
  if (refusals.length > 0 || !actions.includes('Deny')) return;
  const view = { ...policyView(schema), 'x-kubernetes-validations': rules };
  for (const sample of samples?.apiObjects ?? []) {
    if (sample.kind !== definition.kind || sample.apiGroup !== definition.group) continue;
    const written: unknown = sample.toJson();
    const parsed = parse(definition.spec, fieldAt(written, 'spec'), 'spec');
    if ('findings' in parsed) continue; // a finding of the sample
    // The rules are evaluated as API servers present objects to policies.
    const object = resourceSeenByRules(definition, { metadata: fieldsAt(written, 'metadata'), spec: parsed.value });
    for (const finding of ruleValidation(view, object).findings)
      yield `it would deny ${sample.node.path}: ${formatFinding(finding)}`;
  }
}
