import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, isJsonList, textMap, textOrEmpty } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { goFields } from '../go/format.ts';
import { labelMapCauses } from '../metadata/metadata-validation.ts';
import { labelsOf, metadataFields } from '../object.ts';
import { labelSelection } from '../selector/label-selection.ts';
import { formCauses } from './field-rule.ts';
import { allRules, causeIf, causesAt, innerPath, itemsOf, type StructRule } from './struct-rule.ts';

/** Workloads select the pods of their template. @param name - the kind, as the words for an empty selector have it. */
function selecting(name: string): StructRule {
  return (spec) => {
    const { selector } = spec;
    const template = fieldsAt(spec, 'template');
    const labels = metadataFields(template).labels ?? null;
    const isEmpty =
      isJsonObject(selector) && selector.matchLabels === undefined && selector.matchExpressions === undefined;
    const isSelected = !isEmpty && labelSelection(selector).matches(textMap(labels));
    const mismatch = () =>
      invalidValue('template.metadata.labels', labels, '`selector` does not match template `labels`');
    const isValid = !isJsonObject(selector) || selectorCauses(selector).length === 0;
    return [
      ...causeIf(isEmpty, () => invalidValue('selector', {}, `empty selector is invalid for ${name}`)),
      ...causeIf(!isValid && name === 'deployment', () => invalidValue('selector', selector, 'invalid label selector')),
      ...causeIf(isValid && !isEmpty && !isSelected, mismatch),
      ...causesAt('template', restartPolicyCauses(template, ['Always'])),
      ...causeIf(fieldsAt(template, 'spec').activeDeadlineSeconds !== undefined, () =>
        forbiddenField(
          'template.spec.activeDeadlineSeconds',
          `activeDeadlineSeconds in ${endless[name] ?? name} is not Supported`,
        ),
      ),
    ];
  };
}

/** The kinds whose pods run until they are deleted, as the words about deadlines have them. */
const endless: Readonly<Record<string, string>> = {
  daemonset: 'DaemonSet',
  deployment: 'ReplicaSet',
  statefulset: 'StatefulSet',
};

function restartPolicyCauses(template: JsonObject, policies: readonly string[]): readonly Cause[] {
  const { restartPolicy } = fieldsAt(template, 'spec');
  const isKnown = ['Always', 'OnFailure', 'Never'].includes(textOrEmpty(restartPolicy));
  return causeIf(isKnown && !policies.includes(textOrEmpty(restartPolicy)), () =>
    unsupportedValue('spec.restartPolicy', restartPolicy, policies),
  );
}

const replicationController: StructRule = (spec) => {
  const labels = metadataFields(fieldsAt(spec, 'template')).labels ?? null;
  const field = 'template.metadata.labels';
  return [
    ...causeIf(Object.keys(fieldsAt(spec, 'selector')).length === 0, () => requiredValue('selector')),
    ...causeIf(!labelSelection({ matchLabels: spec.selector ?? {} }).matches(textMap(labels)), () =>
      invalidValue(field, labels, '`selector` does not match template `labels`'),
    ),
  ];
};

/** The types of updates of StatefulSets have other words. */
const statefulSetUpdate: StructRule = (spec) => {
  const strategy = fieldsAt(spec, 'updateStrategy');
  const type = textOrEmpty(strategy.type);
  const shown = { Type: type, RollingUpdate: null };
  return causeIf(!['', 'OnDelete', 'RollingUpdate'].includes(type) && strategy.rollingUpdate === undefined, () =>
    invalidValue('updateStrategy', shown, "must be 'RollingUpdate' or 'OnDelete'"),
  );
};

/** The types of updates; causes have the path of the strategy, and show it. */
function updateType(field: string, types: readonly string[], fields: readonly string[]): StructRule {
  return (spec) => {
    const strategy = fieldsAt(spec, field);
    const type = textOrEmpty(strategy.type);
    if (type === '' || types.includes(type)) return [];
    const rolling = isJsonObject(strategy.rollingUpdate)
      ? Object.fromEntries(fields.map((name) => [name, fieldsAt(strategy, 'rollingUpdate')[name] ?? 0]))
      : null;
    return [unsupportedValue(field, goFields({ type, rollingUpdate: rolling }), types)];
  };
}

function isZero(value: JsonValue | undefined): boolean {
  return value === undefined || value === 0 || value === '0%';
}

function isAboveHundred(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^\d+%$/.test(value) && Number.parseInt(value, 10) > 100;
}

const deploymentUpdate: StructRule = (strategy) => {
  const rolling = fieldsAt(strategy, 'rollingUpdate');
  if (strategy.type === 'Recreate') {
    return causeIf(strategy.rollingUpdate !== undefined, () =>
      forbiddenField('rollingUpdate', "may not be specified when strategy `type` is 'Recreate'"),
    );
  }
  return [
    ...causeIf(isZero(rolling.maxUnavailable) && isZero(rolling.maxSurge) && strategy.rollingUpdate !== undefined, () =>
      invalidValue('rollingUpdate.maxUnavailable', rolling.maxUnavailable, 'may not be 0 when `maxSurge` is 0'),
    ),
    ...causeIf(isAboveHundred(rolling.maxUnavailable), () =>
      invalidValue('rollingUpdate.maxUnavailable', rolling.maxUnavailable, 'must not be greater than 100%'),
    ),
  ];
};

const deployment: StructRule = (spec) => {
  const { progressDeadlineSeconds: deadline, minReadySeconds: ready = 0 } = spec;
  const isShort = typeof deadline === 'number' && typeof ready === 'number' && deadline <= ready;
  return [
    ...causeIf(typeof ready === 'number' && ready < 0, () =>
      invalidValue('minReadySeconds', ready, 'must be greater than or equal to 0'),
    ),
    ...causeIf(isShort, () =>
      invalidValue('progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'),
    ),
  ];
};

const selectorCauses: StructRule = (selector) => {
  return [
    ...labelMapCauses(textMap(selector.matchLabels), 'matchLabels'),
    ...itemsOf(selector, 'matchExpressions').flatMap(([expression, place]) => [
      ...causesAt(place, requirement(expression)),
      ...formCauses('qualified-name', textOrEmpty(expression.key), innerPath(place, 'key')),
    ]),
  ];
};

/** Selectors of labels and of nodes have expressions. */
const requirement: StructRule = ({ operator, values }) => {
  const field = 'values';
  const count = isJsonList(values) ? values.length : 0;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return causeIf(count === 0, () => requiredValue(field, "must be specified when `operator` is 'In' or 'NotIn'"));
    case 'Exists':
    case 'DoesNotExist':
      return causeIf(count > 0, () =>
        forbiddenField(field, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      );
    default:
      return [invalidValue('operator', operator ?? '', 'not a valid selector operator')];
  }
};

const nodeRequirement: StructRule = (value) => {
  const { operator, values } = value;
  const isComparison = operator === 'Gt' || operator === 'Lt';
  if (!isComparison) return requirement(value);
  const count = isJsonList(values) ? values.length : 0;
  return causeIf(count !== 1, () =>
    requiredValue('values', "must be specified single value when `operator` is 'Lt' or 'Gt'"),
  );
};

const template: StructRule = (value) => [
  ...labelMapCauses(labelsOf(value), 'labels'),
  ...causeIf(itemsOf(fieldsAt(value, 'spec'), 'ephemeralContainers').length > 0, () =>
    forbiddenField('spec.ephemeralContainers', 'ephemeral containers not allowed in pod template'),
  ),
];

/** Definition → rule. */
export const workloadRules: Readonly<Record<string, StructRule>> = {
  'apps.v1.DaemonSetSpec': allRules(
    selecting('daemonset'),
    updateType('updateStrategy', ['RollingUpdate', 'OnDelete'], ['maxUnavailable', 'maxSurge']),
  ),
  'apps.v1.DeploymentSpec': allRules(
    selecting('deployment'),
    deployment,
    updateType('strategy', ['Recreate', 'RollingUpdate'], ['maxUnavailable', 'maxSurge']),
  ),
  'apps.v1.DeploymentStrategy': deploymentUpdate,
  'apps.v1.ReplicaSetSpec': selecting('deployment'),
  'apps.v1.StatefulSetSpec': allRules(selecting('statefulset'), statefulSetUpdate),
  'core.v1.NodeSelectorRequirement': nodeRequirement,
  'core.v1.PodTemplateSpec': template,
  'core.v1.ReplicationControllerSpec': replicationController,
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector': selectorCauses,
};
