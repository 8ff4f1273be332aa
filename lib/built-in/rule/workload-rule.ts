import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, isJsonList, textMap, textOrEmpty } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { goFields } from '../go/format.ts';
import { labelMapCauses } from '../metadata/metadata-validation.ts';
import { labelsOf, metadataFields } from '../object.ts';
import { labelSelection } from '../selector/label-selection.ts';
import { formCauses } from './field-rule.ts';
import { allRules, causeIf, innerPath, itemsOf, type StructRule } from './struct-rule.ts';

/** Workloads select the pods of their template. @param name - the kind, as the words for an empty selector have it. */
function selecting(name: string): StructRule {
  return (spec, path) => {
    const { selector } = spec;
    const template = fieldsAt(spec, 'template');
    const labels = metadataFields(template).labels ?? null;
    const isEmpty =
      isJsonObject(selector) && selector.matchLabels === undefined && selector.matchExpressions === undefined;
    const isSelected = !isEmpty && labelSelection(selector).matches(textMap(labels));
    const mismatch = () =>
      invalidValue(innerPath(path, 'template.metadata.labels'), labels, '`selector` does not match template `labels`');
    const isValid = !isJsonObject(selector) || selectorCauses(selector, '').length === 0;
    return [
      ...causeIf(isEmpty, () => invalidValue(innerPath(path, 'selector'), {}, `empty selector is invalid for ${name}`)),
      ...causeIf(!isValid && name === 'deployment', () =>
        invalidValue(innerPath(path, 'selector'), selector, 'invalid label selector'),
      ),
      ...causeIf(isValid && !isEmpty && !isSelected, mismatch),
      ...restartPolicyCauses(template, innerPath(path, 'template'), ['Always']),
    ];
  };
}

function restartPolicyCauses(template: JsonObject, path: string, policies: readonly string[]): readonly Cause[] {
  const { restartPolicy } = fieldsAt(template, 'spec');
  const isKnown = ['Always', 'OnFailure', 'Never'].includes(textOrEmpty(restartPolicy));
  return causeIf(isKnown && !policies.includes(textOrEmpty(restartPolicy)), () =>
    unsupportedValue(innerPath(path, 'spec.restartPolicy'), restartPolicy, policies),
  );
}

const replicationController: StructRule = (spec, path) => {
  const labels = metadataFields(fieldsAt(spec, 'template')).labels ?? null;
  const field = innerPath(path, 'template.metadata.labels');
  return [
    ...causeIf(Object.keys(fieldsAt(spec, 'selector')).length === 0, () => requiredValue(innerPath(path, 'selector'))),
    ...causeIf(!labelSelection({ matchLabels: spec.selector ?? {} }).matches(textMap(labels)), () =>
      invalidValue(field, labels, '`selector` does not match template `labels`'),
    ),
  ];
};

/** The types of updates of StatefulSets have other words. */
const statefulSetUpdate: StructRule = (spec, path) => {
  const strategy = fieldsAt(spec, 'updateStrategy');
  const type = textOrEmpty(strategy.type);
  const shown = { Type: type, RollingUpdate: null };
  return causeIf(!['', 'OnDelete', 'RollingUpdate'].includes(type) && strategy.rollingUpdate === undefined, () =>
    invalidValue(innerPath(path, 'updateStrategy'), shown, "must be 'RollingUpdate' or 'OnDelete'"),
  );
};

/** The types of updates; causes have the path of the strategy, and show it. */
function updateType(field: string, types: readonly string[], fields: readonly string[]): StructRule {
  return (spec, path) => {
    const strategy = fieldsAt(spec, field);
    const type = textOrEmpty(strategy.type);
    if (type === '' || types.includes(type)) return [];
    const rolling = isJsonObject(strategy.rollingUpdate)
      ? Object.fromEntries(fields.map((name) => [name, fieldsAt(strategy, 'rollingUpdate')[name] ?? 0]))
      : null;
    return [unsupportedValue(innerPath(path, field), goFields({ type, rollingUpdate: rolling }), types)];
  };
}

function isZero(value: JsonValue | undefined): boolean {
  return value === undefined || value === 0 || value === '0%';
}

function isAboveHundred(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^\d+%$/.test(value) && Number.parseInt(value, 10) > 100;
}

const deploymentUpdate: StructRule = (strategy, path) => {
  const rolling = fieldsAt(strategy, 'rollingUpdate');
  const field = innerPath(path, 'rollingUpdate');
  if (strategy.type === 'Recreate') {
    return causeIf(strategy.rollingUpdate !== undefined, () =>
      forbiddenField(field, "may not be specified when strategy `type` is 'Recreate'"),
    );
  }
  return [
    ...causeIf(isZero(rolling.maxUnavailable) && isZero(rolling.maxSurge) && strategy.rollingUpdate !== undefined, () =>
      invalidValue(innerPath(field, 'maxUnavailable'), rolling.maxUnavailable, 'may not be 0 when `maxSurge` is 0'),
    ),
    ...causeIf(isAboveHundred(rolling.maxUnavailable), () =>
      invalidValue(innerPath(field, 'maxUnavailable'), rolling.maxUnavailable, 'must not be greater than 100%'),
    ),
  ];
};

const deployment: StructRule = (spec, path) => {
  const { progressDeadlineSeconds: deadline, minReadySeconds: ready = 0 } = spec;
  const isShort = typeof deadline === 'number' && typeof ready === 'number' && deadline <= ready;
  return [
    ...causeIf(typeof ready === 'number' && ready < 0, () =>
      invalidValue(innerPath(path, 'minReadySeconds'), ready, 'must be greater than or equal to 0'),
    ),
    ...causeIf(isShort, () =>
      invalidValue(innerPath(path, 'progressDeadlineSeconds'), deadline, 'must be greater than minReadySeconds'),
    ),
  ];
};

function selectorCauses(selector: JsonObject, path: string): Cause[] {
  return [
    ...labelMapCauses(textMap(selector.matchLabels), innerPath(path, 'matchLabels')),
    ...itemsOf(selector, 'matchExpressions', path).flatMap(([expression, place]) => [
      ...requirement(expression, place),
      ...formCauses('qualified-name', textOrEmpty(expression.key), innerPath(place, 'key')),
    ]),
  ];
}

/** Selectors of labels and of nodes have expressions. */
const requirement: StructRule = ({ operator, values }, path) => {
  const field = innerPath(path, 'values');
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
      return [invalidValue(innerPath(path, 'operator'), operator ?? '', 'not a valid selector operator')];
  }
};

const nodeRequirement: StructRule = (value, path) => {
  const { operator, values } = value;
  const isComparison = operator === 'Gt' || operator === 'Lt';
  if (!isComparison) return requirement(value, path);
  const count = isJsonList(values) ? values.length : 0;
  return causeIf(count !== 1, () =>
    requiredValue(innerPath(path, 'values'), "must be specified single value when `operator` is 'Lt' or 'Gt'"),
  );
};

const template: StructRule = (value, path) => labelMapCauses(labelsOf(value), innerPath(path, 'labels'));

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
