import type { ApiObject } from 'cdk8s';
import { isJsonObject, type ResourceDefinition, resourceSeenByRules } from '../../api/index.ts';
import {
  admissionRule,
  fieldsIn,
  formatFinding,
  parse,
  policyView,
  type Rule,
  ruleValidation,
} from '../../schema/index.ts';
import { kindNamesakeFinding } from '../operator-finding.ts';

/** The parts of a policy that are validated. */
export interface CheckedPolicy {
  readonly definition: ResourceDefinition;
  readonly rules: readonly Rule[];
  readonly actions: readonly string[];
}

/** The parts of its operator that a policy is validated against. */
export interface PolicySurroundings {
  /** The samples of all kinds. */
  readonly samples: readonly ApiObject[];
  /** The kinds that the operator defines. */
  readonly definitions: readonly ResourceDefinition[];
}

/**
 * Yields the findings for the rules of a policy and for samples that it would deny, one sentence each with its remedy.
 */
export function* policyFindings(policy: CheckedPolicy, { samples, definitions }: PolicySurroundings): Iterable<string> {
  const { definition, rules, actions } = policy;
  const newer = definitions.find(({ versions }) => versions.some(({ of }) => of.definition === definition));
  if (newer !== undefined) {
    yield kindNamesakeFinding(newer, definition);
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
  for (const sample of samples) yield* deniedSampleFindings(sample, policy);
}

/** Yields the reasons of the policy to deny a sample, which is evaluated as API servers present objects to policies. */
function* deniedSampleFindings(sample: ApiObject, { definition, rules }: CheckedPolicy): Iterable<string> {
  const schema = definition.schema.withRules;
  const isOfKind = sample.kind === definition.kind && sample.apiGroup === definition.group;
  const written: unknown = isOfKind ? sample.toJson() : undefined;
  if (schema === undefined || !isJsonObject(written)) return;
  const parsed = parse(definition.spec, written.spec, 'spec');
  if ('findings' in parsed) return; // a finding of the sample
  const object = resourceSeenByRules(definition, { metadata: fieldsIn(written.metadata), spec: parsed.value });
  const view = { ...policyView(schema), 'x-kubernetes-validations': rules };
  for (const finding of ruleValidation(view, object).findings)
    yield `it would deny ${sample.node.path}: ${formatFinding(finding)}`;
}
