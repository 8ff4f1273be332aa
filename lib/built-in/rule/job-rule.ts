import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { fieldsAt, parseSpan, textOrEmpty } from '../../schema/index.ts';
import { type Cause, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { labelSelection } from '../selector/label-selection.ts';
import { labelsOf, metadataFields, metadataText } from '../unvalidated-object.ts';
import type { StructRule } from './struct-rule.ts';

/** The largest number of completions and of pods at once of an indexed Job, unless it limits the failed indexes. */
const mostIndexes = 100_000;

/** Pods of jobs end. */
function* job(spec: JsonObject): Iterable<Cause> {
  const { completionMode, completions, parallelism, backoffLimitPerIndex, maxFailedIndexes, selector } = spec;
  const template = fieldsAt(spec, 'template');
  const { restartPolicy = 'Always' } = fieldsAt(template, 'spec');
  const field = 'template.spec.restartPolicy';
  if (restartPolicy === 'Always') yield requiredValue(field, 'valid values: "OnFailure", "Never"');
  else if (restartPolicy !== 'OnFailure' && restartPolicy !== 'Never')
    yield unsupportedValue(field, restartPolicy, ['OnFailure', 'Never']);
  if (completionMode === 'Indexed') {
    if (completions === undefined) yield requiredValue('completions', 'when completion mode is Indexed');
    if (Number(parallelism) > mostIndexes)
      yield invalidValue(
        'parallelism',
        parallelism,
        `must be less than or equal to ${mostIndexes} when completion mode is Indexed`,
      );
    if (Number(completions) > mostIndexes && backoffLimitPerIndex !== undefined && maxFailedIndexes === undefined)
      yield requiredValue('maxFailedIndexes', `must be specified when completions is above ${mostIndexes}`);
  }
  if (completionMode === 'NonIndexed' && backoffLimitPerIndex !== undefined)
    yield invalidValue('backoffLimitPerIndex', backoffLimitPerIndex, 'requires indexed completion mode');
  if (spec.manualSelector !== true) return;
  if (selector === undefined) yield requiredValue('selector');
  if (selector === undefined || (isJsonObject(selector) && !labelSelection(selector).matches(labelsOf(template))))
    yield invalidValue(
      'template.metadata.labels',
      metadataFields(template).labels ?? null,
      '`selector` does not match template `labels`',
    );
}

/** Rules of failure policies have one condition. */
function* failurePolicyRule({ onPodConditions, onExitCodes }: JsonObject): Iterable<Cause> {
  const message = 'Invalid value: specifying one of OnExitCodes and OnPodConditions is required';
  if (onPodConditions === undefined && onExitCodes === undefined)
    yield { reason: 'FieldValueInvalid', message, field: '' };
}

function* cronJob({ schedule }: JsonObject): Iterable<Cause> {
  const text = textOrEmpty(schedule).replace(/^(?:TZ|CRON_TZ)=\S+ +/, '');
  const fields = text.split(/\s+/).filter(Boolean);
  const fault = text.startsWith('@') ? descriptorFault(text) : undefined;
  if (fault !== undefined) yield invalidValue('schedule', schedule, fault);
  if (text !== '' && !text.startsWith('@') && fields.length !== 5)
    yield invalidValue(
      'schedule',
      schedule,
      `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`,
    );
}

/** Returns the fault of a schedule such as `@daily` or `@every 5m`. */
function descriptorFault(text: string): string | undefined {
  if (/^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(text)) return undefined;
  const [, duration] = /^@every (.*)$/s.exec(text) ?? [];
  if (duration === undefined) return `unrecognized descriptor: ${text}`;
  try {
    parseSpan(duration);
    return undefined;
  } catch {
    const fault = /^[-+]?\d+$/.test(duration) ? 'missing unit in' : 'invalid';
    return `failed to parse duration ${text}: time: ${fault} duration ${JSON.stringify(duration)}`;
  }
}

/** The names of the Jobs of a CronJob have eleven more characters. */
function* cronJobName(object: JsonObject): Iterable<Cause> {
  const name = metadataText(object, 'name');
  if (name.length > 52) yield invalidValue('metadata.name', name, 'must be no more than 52 characters');
}

/** Definition → rule. */
export const jobRules: Readonly<Record<string, StructRule>> = {
  'batch.v1.CronJob': cronJobName,
  'batch.v1.CronJobSpec': cronJob,
  'batch.v1.JobSpec': job,
  'batch.v1.PodFailurePolicyRule': failurePolicyRule,
};
