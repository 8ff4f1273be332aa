import { isJsonObject } from '../../api/index.ts';
import { fieldsAt, textOrEmpty } from '../../schema/index.ts';
import { invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { labelsOf, metadataFields, metadataText } from '../object.ts';
import { labelSelection } from '../selector/label-selection.ts';
import { causeIf, type StructRule } from './struct-rule.ts';

/** Pods of jobs end. */
const job: StructRule = (spec) => {
  const template = fieldsAt(spec, 'template');
  const { restartPolicy = 'Always' } = fieldsAt(template, 'spec');
  const field = 'template.spec.restartPolicy';
  const isIndexed = spec.completionMode === 'Indexed';
  const { completions, parallelism } = spec;
  const [most, large] = [100_000, 'must be less than or equal to 100000 when completion mode is Indexed'];
  const isManual = spec.manualSelector === true;
  return [
    ...causeIf(restartPolicy === 'Always', () => requiredValue(field, 'valid values: "OnFailure", "Never"')),
    ...causeIf(restartPolicy !== 'Always' && restartPolicy !== 'OnFailure' && restartPolicy !== 'Never', () =>
      unsupportedValue(field, restartPolicy, ['OnFailure', 'Never']),
    ),
    ...causeIf(isIndexed && completions === undefined, () =>
      requiredValue('completions', 'when completion mode is Indexed'),
    ),
    ...causeIf(isIndexed && typeof parallelism === 'number' && parallelism > most, () =>
      invalidValue('parallelism', parallelism, large),
    ),
    ...causeIf(
      isIndexed &&
        typeof completions === 'number' &&
        completions > most &&
        spec.backoffLimitPerIndex !== undefined &&
        spec.maxFailedIndexes === undefined,
      () => requiredValue('maxFailedIndexes', 'must be specified when completions is above 100000'),
    ),
    ...causeIf(spec.completionMode === 'NonIndexed' && spec.backoffLimitPerIndex !== undefined, () =>
      invalidValue('backoffLimitPerIndex', spec.backoffLimitPerIndex, 'requires indexed completion mode'),
    ),
    ...(isManual && spec.selector === undefined
      ? [
          requiredValue('selector'),
          invalidValue(
            'template.metadata.labels',
            metadataFields(template).labels ?? null,
            '`selector` does not match template `labels`',
          ),
        ]
      : []),
    ...causeIf(
      isManual && isJsonObject(spec.selector) && !labelSelection(spec.selector).matches(labelsOf(template)),
      () =>
        invalidValue(
          'template.metadata.labels',
          metadataFields(template).labels ?? null,
          '`selector` does not match template `labels`',
        ),
    ),
  ];
};

/** Rules of failure policies have one condition. */
const failurePolicyRule: StructRule = (rule) =>
  causeIf(rule.onPodConditions === undefined && rule.onExitCodes === undefined, () => ({
    reason: 'FieldValueInvalid',
    message: 'Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
    field: '',
  }));

const cronJob: StructRule = ({ schedule }) => {
  const text = textOrEmpty(schedule).replace(/^(?:TZ|CRON_TZ)=\S+ +/, '');
  const fields = text.split(/\s+/).filter(Boolean);
  return causeIf(text !== '' && !text.startsWith('@') && fields.length !== 5, () =>
    invalidValue('schedule', schedule, `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`),
  );
};

/** The names of the Jobs of a CronJob have eleven more characters. */
const cronJobName: StructRule = (object) => {
  const name = metadataText(object, 'name');
  return causeIf(name.length > 52, () => invalidValue('metadata.name', name, 'must be no more than 52 characters'));
};

/** Definition → rule. */
export const jobRules: Readonly<Record<string, StructRule>> = {
  'batch.v1.CronJob': cronJobName,
  'batch.v1.CronJobSpec': cronJob,
  'batch.v1.JobSpec': job,
  'batch.v1.PodFailurePolicyRule': failurePolicyRule,
};
