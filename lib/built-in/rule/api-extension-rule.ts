import { isJsonObject, type JsonObject } from '../../api/index.ts';
import {
  AdmissionTypes,
  type ExpressionUse,
  fieldAt,
  fieldsAt,
  listOf,
  textAt,
  textOrEmpty,
} from '../../schema/index.ts';
import {
  type Cause,
  duplicateValue,
  innerPath,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../field-cause.ts';
import { segmentName } from '../metadata/object-name-form.ts';
import { derivedNameCauses } from './derived-name.ts';
import { allRules, exactlyOne, itemsOf, repetitionTest, type StructRule } from './struct-rule.ts';
import { formCauses } from './value-form.ts';

const reviewVersions = ['v1', 'v1beta1'];

function* webhook({ name, admissionReviewVersions }: JsonObject): Iterable<Cause> {
  const field = 'admissionReviewVersions';
  const list = listOf(admissionReviewVersions);
  const text = textOrEmpty(name);
  const nameFaults = text === '' ? [] : formCauses('subdomain', text, 'name');
  yield* nameFaults;
  if (text !== '' && nameFaults.length === 0 && text.split('.').length < 3)
    yield invalidValue('name', text, 'should be a domain with at least three segments separated by dots');
  const isRepeated = repetitionTest();
  for (const [index, version] of list.entries())
    if (isRepeated(version)) yield invalidValue(`${field}[${index}]`, version, 'duplicate version');
  if (list.length > 0 && !list.some((version) => reviewVersions.includes(textOrEmpty(version))))
    yield invalidValue(field, list, 'must include at least one of v1, v1beta1');
}

/** The lists of a rule in which a wildcard stands alone → the words for their other items. */
const wildcardLists = { operations: 'operations', apiGroups: 'API groups', apiVersions: 'API versions' };

/** Rules of webhooks and policies name everything by a wildcard, or single values. */
function* matchRule(rule: JsonObject): Iterable<Cause> {
  for (const [field, words] of Object.entries(wildcardLists)) {
    const list = listOf(rule[field]);
    if (list.length > 1 && list.includes('*'))
      yield invalidValue(field, list, `if '*' is present, must not specify other ${words}`);
  }
  for (const [index, version] of listOf(rule.apiVersions).entries())
    if (version === '') yield requiredValue(`apiVersions[${index}]`);
  yield* resourceCauses(listOf(rule.resources).map(textOrEmpty));
}

/** A wildcard excludes the resources that it includes, as far as they come after it. */
function* resourceCauses(resources: readonly string[]): Iterable<Cause> {
  const field = 'resources';
  const [all, everywhere] = [new Set<string>(), new Set<string>()];
  let last = '';
  for (const [index, text] of resources.entries()) {
    const place = `${field}[${index}]`;
    const [resource = '', subresource] = text.split(/\/(.*)/s, 2);
    if (text === '') yield requiredValue(place);
    else if (subresource === undefined) last = resource;
    else {
      const included = (wildcard: string) =>
        invalidValue(place, text, `if '${wildcard}' is present, must not specify ${text}`);
      if (all.has(resource)) yield included(`${resource}/*`);
      if (everywhere.has(subresource)) yield included(`*/${subresource}`);
      if (subresource === '*') all.add(resource);
      if (resource === '*') everywhere.add(subresource);
    }
  }
  if (resources.length > 1 && resources.includes('*/*'))
    yield invalidValue(field, resources, "if '*/*' is present, must not specify other resources");
  // API servers look at the last resource only.
  if (resources.includes('*') && last !== '*')
    yield invalidValue(field, resources, "if '*' is present, must not specify other resources without subresources");
}

function* matchCondition({ name, expression }: JsonObject): Iterable<Cause> {
  const text = textOrEmpty(name);
  if (textOrEmpty(expression).trim() === '') yield requiredValue('expression');
  if (text === '') yield requiredValue('name');
  else yield* formCauses('qualified-name', text, 'name');
}

/** The names of the match conditions of a webhook or a policy differ. */
function* matchConditions(value: JsonObject): Iterable<Cause> {
  const isRepeated = repetitionTest();
  for (const [{ name }, place] of itemsOf(value, 'matchConditions')) {
    const text = textOrEmpty(name);
    if (text !== '' && isRepeated(text)) yield duplicateValue(innerPath(place, 'name'), text);
  }
}

/** The lists of expressions that conditions follow, each with the field and the use of its expressions. */
const expressionLists: readonly (readonly [list: string, field: string, use: ExpressionUse])[] = [
  ['validations', 'expression', 'condition'],
  ['validations', 'messageExpression', 'message'],
  ['auditAnnotations', 'valueExpression', 'annotation'],
  ['mutations', 'applyConfiguration.expression', 'configuration'],
  ['mutations', 'jsonPatch.expression', 'patch'],
];

/** The expressions of a webhook or a policy compile; variables are known to those after them, but not to conditions. */
function* expressions(spec: JsonObject): Iterable<Cause> {
  const types = new AdmissionTypes(isJsonObject(spec.paramKind));
  function* expressionCauses(place: string, text: string, faultOf: (text: string) => string | undefined) {
    const fault = text.trim() === '' ? undefined : faultOf(text);
    if (fault !== undefined) yield invalidValue(place, text, fault);
  }
  for (const [condition, place] of itemsOf(spec, 'matchConditions')) {
    const shown = textAt(condition, 'expression').trim();
    yield* expressionCauses(innerPath(place, 'expression'), shown, (text) => types.fault(text, 'condition'));
  }
  for (const [{ name, expression }, place] of itemsOf(spec, 'variables')) {
    const shown = textOrEmpty(expression);
    yield* expressionCauses(innerPath(place, 'expression'), shown, (text) => types.define(textOrEmpty(name), text));
  }
  for (const [list, field, use] of expressionLists)
    for (const [item, place] of itemsOf(spec, list))
      yield* expressionCauses(innerPath(place, field), textAt(item, field), (text) => types.fault(text, use));
}

const oneTarget = exactlyOne(['url', 'service'], 'exactly one of url or service is required');

/** API servers confuse the two fields of a Service's address. */
const swapped = { name: 'namespace', namespace: 'name' } as const;

function* webhookClient(client: JsonObject): Iterable<Cause> {
  yield* oneTarget(client);
  if (!isJsonObject(client.service)) return;
  for (const name of ['name', 'namespace'] as const)
    if (textOrEmpty(client.service[name]) === '') yield requiredValue(`service.${swapped[name]}`);
}

/** Policies name resources; the bindings of a policy needn't. */
function* matched({ matchConstraints }: JsonObject): Iterable<Cause> {
  if (isJsonObject(matchConstraints) && matchConstraints.resourceRules === undefined)
    yield requiredValue('matchConstraints.resourceRules');
}

/** A deletion has no object to mutate. */
function* mutated(spec: JsonObject): Iterable<Cause> {
  for (const rule of listOf(fieldAt(spec, 'matchConstraints.resourceRules')))
    if (listOf(fieldAt(rule, 'operations')).includes('DELETE'))
      yield unsupportedValue('matchConstraints.resourceRules.operations', 'DELETE', [
        '*',
        'CONNECT',
        'CREATE',
        'UPDATE',
      ]);
}

function* policy(spec: JsonObject): Iterable<Cause> {
  const fields = ['validations', 'auditAnnotations'];
  if (!fields.every((field) => listOf(spec[field]).length === 0)) return;
  for (const field of fields) yield requiredValue(field, `${fields.join(' or ')} must contain at least one item`);
}

function* mutation(fields: JsonObject): Iterable<Cause> {
  for (const [type, field] of Object.entries({ ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' }))
    if (fields.patchType === type && fields[field] === undefined)
      yield requiredValue(field, `must be specified when patchType is ${type}`);
}

const apiService: StructRule = (object) => {
  const { version, group } = fieldsAt(object, 'spec');
  const name = `${textOrEmpty(version)}.${textOrEmpty(group)}`;
  const words = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(name)}`;
  return derivedNameCauses(object, { name, words }, segmentName);
};

/** Definition → rule. */
export const apiExtensionRules: Readonly<Record<string, StructRule>> = {
  'admissionregistration.v1.MatchCondition': matchCondition,
  'admissionregistration.v1.MutatingWebhook': allRules(webhook, matchConditions, expressions),
  'admissionregistration.v1.MutatingAdmissionPolicySpec': allRules(matched, mutated, matchConditions, expressions),
  'admissionregistration.v1.Mutation': mutation,
  'admissionregistration.v1.NamedRuleWithOperations': matchRule,
  'admissionregistration.v1.RuleWithOperations': matchRule,
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': allRules(matched, policy, matchConditions, expressions),
  'admissionregistration.v1.ValidatingWebhook': allRules(webhook, matchConditions, expressions),
  'admissionregistration.v1.WebhookClientConfig': webhookClient,
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService': apiService,
};
