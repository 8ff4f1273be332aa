import { isJsonObject } from '../../api/index.ts';
import {
  ExpressionTypes,
  type ExpressionUse,
  fieldAt,
  fieldsAt,
  listOf,
  textAt,
  textOrEmpty,
} from '../../schema/index.ts';
import { invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { segmentName } from '../metadata/name-form.ts';
import { derivedNameCauses } from './derived-name.ts';
import { duplicateValue, formCauses } from './field-rule.ts';
import { allRules, causeIf, innerPath, itemsOf, type StructRule, setFields } from './struct-rule.ts';

const reviewVersions = ['v1', 'v1beta1'];

const webhook: StructRule = (hook) => {
  const { name = '', admissionReviewVersions: versions } = hook;
  const field = 'admissionReviewVersions';
  const list = listOf(versions);
  const firsts = new Map(list.map((version, index) => [version, index] as const).toReversed());
  const text = textOrEmpty(name);
  const nameFaults = formCauses('subdomain', text, 'name');
  return [
    ...(text === '' ? [] : nameFaults),
    ...causeIf(text !== '' && nameFaults.length === 0 && text.split('.').length < 3, () =>
      invalidValue('name', text, 'should be a domain with at least three segments separated by dots'),
    ),
    ...list.flatMap((version, index) =>
      causeIf(firsts.get(version) !== index, () => invalidValue(`${field}[${index}]`, version, 'duplicate version')),
    ),
    ...causeIf(list.length > 0 && !list.some((version) => reviewVersions.includes(textOrEmpty(version))), () =>
      invalidValue(field, list, 'must include at least one of v1, v1beta1'),
    ),
  ];
};

const matchCondition: StructRule = ({ name, expression }) => {
  const text = textOrEmpty(name);
  return [
    ...causeIf(textOrEmpty(expression).trim() === '', () => requiredValue('expression')),
    ...causeIf(text === '', () => requiredValue('name')),
    ...(text === '' ? [] : formCauses('qualified-name', text, 'name')),
  ];
};

/** The names of the match conditions of a webhook or a policy differ. */
const matchConditions: StructRule = (value) => {
  const names = new Set<string>();
  return itemsOf(value, 'matchConditions').flatMap(([{ name }, place]) => {
    const text = textOrEmpty(name);
    const isRepeated = text !== '' && names.has(text);
    names.add(text);
    return causeIf(isRepeated, () => duplicateValue(innerPath(place, 'name'), text));
  });
};

/** The expressions of a webhook or a policy compile; variables are known to those after them, but not to conditions. */
const expressions: StructRule = (spec) => {
  const types = new ExpressionTypes(isJsonObject(spec.paramKind));
  const ofItems = (list: string, field: string, use: ExpressionUse) =>
    itemsOf(spec, list).flatMap(([item, place]) => {
      const text = textAt(item, field);
      const shown = list === 'matchConditions' ? text.trim() : text;
      const fault = text.trim() === '' ? undefined : types.fault(shown, use);
      return fault === undefined ? [] : [invalidValue(innerPath(place, field), shown, fault)];
    });
  return [
    ...ofItems('matchConditions', 'expression', 'condition'),
    ...itemsOf(spec, 'variables').flatMap(([{ name, expression }, place]) => {
      const text = textOrEmpty(expression);
      const fault = text.trim() === '' ? undefined : types.define(textOrEmpty(name), text);
      return fault === undefined ? [] : [invalidValue(innerPath(place, 'expression'), text, fault)];
    }),
    ...ofItems('validations', 'expression', 'condition'),
    ...ofItems('validations', 'messageExpression', 'message'),
    ...ofItems('auditAnnotations', 'valueExpression', 'annotation'),
    ...ofItems('mutations', 'applyConfiguration.expression', 'configuration'),
    ...ofItems('mutations', 'jsonPatch.expression', 'patch'),
  ];
};

/** API servers confuse the two fields of a Service's address. */
const swapped: Readonly<Record<string, string>> = { name: 'namespace', namespace: 'name' };

const webhookClient: StructRule = (client) => {
  const set = setFields(client, ['url', 'service']);
  const target = fieldsAt(client, 'service');
  return [
    ...causeIf(set.length !== 1, () => requiredValue('', 'exactly one of url or service is required')),
    ...(isJsonObject(client.service)
      ? ['name', 'namespace'].flatMap((name) =>
          causeIf(textOrEmpty(target[name]) === '', () => requiredValue(`service.${swapped[name] ?? ''}`)),
        )
      : []),
  ];
};

/** Policies name resources; the bindings of a policy needn't. */
const matched: StructRule = (spec) =>
  causeIf(isJsonObject(spec.matchConstraints) && fieldsAt(spec, 'matchConstraints').resourceRules === undefined, () =>
    requiredValue('matchConstraints.resourceRules'),
  );

/** A deletion has no object to mutate. */
const mutated: StructRule = (spec) =>
  listOf(fieldAt(spec, 'matchConstraints.resourceRules')).flatMap((rule) =>
    causeIf(listOf(fieldAt(rule, 'operations')).includes('DELETE'), () =>
      unsupportedValue('matchConstraints.resourceRules.operations', 'DELETE', ['*', 'CONNECT', 'CREATE', 'UPDATE']),
    ),
  );

const policy: StructRule = (spec) => {
  const fields = ['validations', 'auditAnnotations'];
  const isEmpty = fields.every((field) => listOf(spec[field]).length === 0);
  return fields.flatMap((field) =>
    causeIf(isEmpty, () => requiredValue(field, `${fields.join(' or ')} must contain at least one item`)),
  );
};

const mutationFields = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' };

const mutation: StructRule = (fields) =>
  Object.entries(mutationFields).flatMap(([type, field]) =>
    causeIf(fields.patchType === type && fields[field] === undefined, () =>
      requiredValue(field, `must be specified when patchType is ${type}`),
    ),
  );

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
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': allRules(matched, policy, matchConditions, expressions),
  'admissionregistration.v1.ValidatingWebhook': allRules(webhook, matchConditions, expressions),
  'admissionregistration.v1.WebhookClientConfig': webhookClient,
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService': apiService,
};
