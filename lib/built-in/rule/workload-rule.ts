import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, fieldsIn, isJsonList, listOf, textMap, textOrEmpty } from '../../schema/index.ts';
import {
  type Cause,
  causesAt,
  forbiddenField,
  innerPath,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../field-cause.ts';
import { goStruct } from '../go/formatted-value.ts';
import { annotationMapCauses, labelMapCauses } from '../metadata/metadata-validation.ts';
import { labelSelection } from '../selector/label-selection.ts';
import { annotationsOf, labelsOf, metadataFields } from '../unvalidated-object.ts';
import { allRules, itemsOf, type StructRule } from './struct-rule.ts';
import { formCauses } from './value-form.ts';

const mismatch = '`selector` does not match template `labels`';

/** Workloads select the pods of their template. @param name - the kind, as the words for an empty selector have it. */
function selecting(name: keyof typeof endless): StructRule {
  return function* selectionCauses(spec) {
    const { selector } = spec;
    const template = fieldsAt(spec, 'template');
    const { restartPolicy, activeDeadlineSeconds } = fieldsAt(template, 'spec');
    const labels = metadataFields(template).labels ?? null;
    const isEmpty =
      isJsonObject(selector) && selector.matchLabels === undefined && selector.matchExpressions === undefined;
    const isValid = !isJsonObject(selector) || [...selectorCauses(selector)].length === 0;
    if (isEmpty) yield invalidValue('selector', {}, `empty selector is invalid for ${name}`);
    if (!isValid && name === 'deployment') yield invalidValue('selector', selector, 'invalid label selector');
    if (isValid && !isEmpty && !labelSelection(selector).matches(textMap(labels)))
      yield invalidValue('template.metadata.labels', labels, mismatch);
    if (restartPolicy === 'OnFailure' || restartPolicy === 'Never')
      yield unsupportedValue('template.spec.restartPolicy', restartPolicy, ['Always']);
    const deadline = 'template.spec.activeDeadlineSeconds';
    if (activeDeadlineSeconds !== undefined)
      yield forbiddenField(deadline, `activeDeadlineSeconds in ${endless[name]} is not Supported`);
  };
}

/** The kinds whose pods run until they are deleted, as the words about deadlines have them. */
const endless = { daemonset: 'DaemonSet', deployment: 'ReplicaSet', statefulset: 'StatefulSet' };

function* replicationController(spec: JsonObject): Iterable<Cause> {
  const labels = metadataFields(fieldsAt(spec, 'template')).labels ?? null;
  if (Object.keys(fieldsAt(spec, 'selector')).length === 0) yield requiredValue('selector');
  if (!labelSelection({ matchLabels: spec.selector ?? {} }).matches(textMap(labels)))
    yield invalidValue('template.metadata.labels', labels, mismatch);
}

/** The types of updates of StatefulSets have other words. */
function* statefulSetUpdate(spec: JsonObject): Iterable<Cause> {
  const { type, rollingUpdate } = fieldsAt(spec, 'updateStrategy');
  const shown = { Type: textOrEmpty(type), RollingUpdate: null };
  if (!['', 'OnDelete', 'RollingUpdate'].includes(textOrEmpty(type)) && rollingUpdate === undefined)
    yield invalidValue('updateStrategy', shown, "must be 'RollingUpdate' or 'OnDelete'");
}

/** The types of updates; causes have the path of the strategy, and show it. */
function updateType(field: string, types: readonly string[], fields: readonly string[]): StructRule {
  return function* updateTypeCauses(spec) {
    const { type: given, rollingUpdate } = fieldsAt(spec, field);
    const type = textOrEmpty(given);
    if (type === '' || types.includes(type)) return;
    const rolling = isJsonObject(rollingUpdate)
      ? Object.fromEntries(fields.map((name) => [name, rollingUpdate[name] ?? 0]))
      : null;
    yield unsupportedValue(field, goStruct({ type, rollingUpdate: rolling }), types);
  };
}

function isZero(value: JsonValue | undefined): boolean {
  return value === undefined || value === 0 || value === '0%';
}

/** Returns true for a share above 100 %. */
export function isAboveHundred(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^\d+%$/.test(value) && Number.parseInt(value, 10) > 100;
}

function* deploymentUpdate({ type, rollingUpdate }: JsonObject): Iterable<Cause> {
  if (rollingUpdate === undefined) return;
  if (type === 'Recreate') {
    yield forbiddenField('rollingUpdate', "may not be specified when strategy `type` is 'Recreate'");
    return;
  }
  const { maxUnavailable, maxSurge } = fieldsIn(rollingUpdate);
  const field = 'rollingUpdate.maxUnavailable';
  if (isZero(maxUnavailable) && isZero(maxSurge))
    yield invalidValue(field, maxUnavailable, 'may not be 0 when `maxSurge` is 0');
  if (isAboveHundred(maxUnavailable)) yield invalidValue(field, maxUnavailable, 'must not be greater than 100%');
}

function* deployment({ progressDeadlineSeconds: deadline, minReadySeconds: ready = 0 }: JsonObject): Iterable<Cause> {
  if (typeof ready !== 'number') return;
  if (ready < 0) yield invalidValue('minReadySeconds', ready, 'must be greater than or equal to 0');
  if (typeof deadline === 'number' && deadline <= ready)
    yield invalidValue('progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds');
}

/** Selectors have valid labels and expressions. */
function* selectorCauses(selector: JsonObject): Iterable<Cause> {
  yield* labelMapCauses(textMap(selector.matchLabels), 'matchLabels');
  for (const [expression, place] of itemsOf(selector, 'matchExpressions')) {
    yield* causesAt(place, requirement(expression));
    yield* formCauses('qualified-name', textOrEmpty(expression.key), innerPath(place, 'key'));
    yield* labelValueCauses(expression, place);
  }
}

/** Yields the causes of the values with which an expression compares labels. */
function* labelValueCauses({ values }: JsonObject, place: string): Iterable<Cause> {
  for (const [index, value] of listOf(values).entries())
    yield* formCauses('label-value', textOrEmpty(value), innerPath(place, `values[${index}]`));
}

/** Selectors of labels and of nodes have expressions. */
function* requirement({ operator, values }: JsonObject): Iterable<Cause> {
  const count = isJsonList(values) ? values.length : 0;
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (count === 0) yield requiredValue('values', "must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (count > 0)
        yield forbiddenField('values', "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      break;
    default:
      yield invalidValue('operator', operator ?? '', 'not a valid selector operator');
  }
}

function* nodeRequirement(value: JsonObject): Iterable<Cause> {
  const { operator, values } = value;
  const isSingle = isJsonList(values) && values.length === 1;
  if (operator !== 'Gt' && operator !== 'Lt') yield* requirement(value);
  else if (!isSingle) yield requiredValue('values', "must be specified single value when `operator` is 'Lt' or 'Gt'");
}

/** The values of required expressions are those of labels; fields of nodes have others, and preferences any. */
function* nodeSelector(selector: JsonObject): Iterable<Cause> {
  for (const [term, path] of itemsOf(selector, 'nodeSelectorTerms')) {
    for (const [expression, place] of itemsOf(term, 'matchExpressions', path))
      yield* labelValueCauses(expression, place);
  }
}

function* template(value: JsonObject): Iterable<Cause> {
  yield* labelMapCauses(labelsOf(value), 'labels');
  yield* annotationMapCauses(annotationsOf(value), 'annotations');
  if (itemsOf(fieldsAt(value, 'spec'), 'ephemeralContainers').length > 0)
    yield forbiddenField('spec.ephemeralContainers', 'ephemeral containers not allowed in pod template');
}

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
  'core.v1.NodeSelector': nodeSelector,
  'core.v1.NodeSelectorRequirement': nodeRequirement,
  'core.v1.PodTemplateSpec': template,
  'core.v1.ReplicationControllerSpec': replicationController,
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector': selectorCauses,
};
