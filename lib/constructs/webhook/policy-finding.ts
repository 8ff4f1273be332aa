import type { ApiObject } from 'cdk8s';
import { isJsonObject, type ResourceDefinition, schemaWithRules, seenByRules } from '../../api/index.ts';
import { admissionRule, formatFinding, parse, policyView, type Rule, ruleValidation } from '../../schema/index.ts';
import { namesakeFinding } from '../operator-finding.ts';

/** What of a policy is checked. */
export interface CheckedPolicy {
  readonly definition: ResourceDefinition;
  readonly rules: readonly Rule[];
  readonly actions: readonly string[];
}

/** What of its operator a policy is checked against. */
export interface PolicySurroundings {
  /** The samples, of whatever kind. */
  readonly samples: readonly ApiObject[];
  /** The kinds that the operator defines. */
  readonly definitions: readonly ResourceDefinition[];
}

/** What is wrong with a policy, one sentence each with its remedy: with its rules, and with samples that it would deny. */
export function policyFindings(policy: CheckedPolicy, { samples, definitions }: PolicySurroundings): string[] {
  const { definition, rules, actions } = policy;
  const newer = definitions.find(({ versions }) => versions.some(({ of }) => of.definition === definition));
  if (newer !== undefined) return [namesakeFinding(newer, definition)];
  const schema = schemaWithRules(definition);
  if (schema === undefined) return []; // told of the definition
  const refusals = rules.flatMap((rule) => {
    const said = admissionRule(rule, schema);
    return 'refusal' in said ? [`the rule '${rule.rule}' can't be a policy's: ${said.refusal}; ${said.remedy}`] : [];
  });
  return [
    ...(rules.length === 0 ? ['it has no rules: name one at least'] : []),
    ...actionFindings(actions),
    ...refusals,
    ...(refusals.length === 0 && actions.includes('Deny')
      ? samples.flatMap((sample) => sampleFindings(sample, policy))
      : []),
  ];
}

function actionFindings(actions: readonly string[]): string[] {
  if (actions.length === 0) return ['it has no actions: name Deny, Warn or Audit'];
  // A denial is its own warning.
  return actions.includes('Deny') && actions.includes('Warn')
    ? ['Deny and Warn exclude each other: leave one out']
    : [];
}

/** What the policy would say of a sample, seen as policies see it. */
function sampleFindings(sample: ApiObject, { definition, rules }: CheckedPolicy): string[] {
  const schema = schemaWithRules(definition);
  const isOfKind = sample.kind === definition.kind && sample.apiGroup === definition.group;
  const written: unknown = isOfKind ? sample.toJson() : undefined;
  if (schema === undefined || !isJsonObject(written)) return [];
  const parsed = parse(definition.spec, written.spec, 'spec');
  if ('findings' in parsed) return []; // told of the sample
  const { metadata = {} } = written;
  const object = seenByRules(definition, { metadata: isJsonObject(metadata) ? metadata : {}, spec: parsed.value });
  const view = { ...policyView(schema), 'x-kubernetes-validations': rules };
  return ruleValidation(view, object).findings.map(
    (finding) => `it would deny ${sample.node.path}: ${formatFinding(finding)}`,
  );
}
