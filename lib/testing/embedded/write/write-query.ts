// In: the query of a write. Out: its options, validated with the API server's words. Called by writes.

import type { JsonObject } from '../../../api/index.ts';
import { type Cause, forbiddenField, requiredValue, tooLong, unsupportedValue } from '../../../built-in/index.ts';
import type { FieldValidation } from '../resource-type.ts';
import { invalid } from '../status-error.ts';

/** The options that all writes share. */
export interface WriteQuery {
  readonly isDryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly isForced: boolean;
  /** The options as the client wrote them, for admission. */
  readonly written: JsonObject;
}

/** Returns the options of a write by a component of the cluster. */
export function componentWrite(fieldManager: string): WriteQuery {
  return { isDryRun: false, fieldManager, fieldValidation: 'Ignore', isForced: false, written: {} };
}

const longestManager = 128;

/**
 * Returns the options of a write.
 *
 * @param kind - the kind that errors name, such as `CreateOptions`.
 * @throws StatusError if an option isn't valid.
 */
export function writeQuery(query: URLSearchParams, kind: string, userAgent: string): WriteQuery {
  const isApply = kind === 'ApplyOptions';
  const fieldManager = query.get('fieldManager') ?? '';
  const validation = query.get('fieldValidation') ?? '';
  const dryRun = query.getAll('dryRun');
  const force = query.get('force');
  const causes: Cause[] = [
    ...(isApply && fieldManager === '' ? [requiredValue('fieldManager', 'is required for apply patch')] : []),
    ...(kind === 'PatchOptions' && force !== null
      ? [forbiddenField('force', 'may not be specified for non-apply patch')]
      : []),
    ...(Buffer.byteLength(fieldManager) > longestManager ? [tooLong('fieldManager', longestManager)] : []),
    ...managerCauses(fieldManager),
    ...dryRunCauses(dryRun),
    ...(validations.has(validation)
      ? []
      : [unsupportedValue('fieldValidation', validation, ['', 'Ignore', 'Strict', 'Warn'])]),
  ];
  const optionsKind = isApply ? 'PatchOptions' : kind;
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: optionsKind }, '', causes);
  return {
    isDryRun: dryRun.length > 0,
    fieldManager: fieldManager === '' ? managerOf(userAgent) : fieldManager,
    fieldValidation: validation === 'Ignore' || validation === 'Strict' ? validation : 'Warn',
    isForced: force === 'true' || force === '1',
    written: {
      ...(dryRun.length > 0 && { dryRun }),
      ...(force !== null && { force: force === 'true' || force === '1' }),
      ...(fieldManager !== '' && { fieldManager }),
      ...(validation !== '' && { fieldValidation: validation }),
    },
  };
}

const validations: ReadonlySet<string> = new Set(['', 'Ignore', 'Strict', 'Warn']);

/** Returns the cause of a field manager's first character that isn't printable. */
function managerCauses(fieldManager: string): Cause[] {
  const [character] = /(?! )[\p{C}\p{Z}]/u.exec(fieldManager) ?? [];
  if (character === undefined) return [];
  const place = Buffer.byteLength(fieldManager.slice(0, fieldManager.indexOf(character)));
  const code = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  const shown = JSON.stringify(fieldManager).replaceAll(character, `\\u${code}`);
  return [
    {
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${shown}: invalid character U+${code.toUpperCase()} (at position ${place})`,
      field: 'fieldManager',
    },
  ];
}

/** Returns the causes of a wrong `dryRun`. */
export function dryRunCauses(dryRun: readonly string[]): Cause[] {
  if (dryRun.every((each) => each === 'All')) return [];
  const message = `Unsupported value: ${JSON.stringify(dryRun)}: supported values: "All"`;
  return [{ reason: 'FieldValueNotSupported', message, field: 'dryRun' }];
}

/** Returns the field manager of a client that names none: the program in its user agent. */
function managerOf(userAgent: string): string {
  const program = userAgent.split('/')[0] ?? '';
  return program === '' ? 'unknown' : program.slice(0, longestManager);
}
