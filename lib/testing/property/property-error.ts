import { brandedError } from '../../error/index.ts';
import { caseCommand, type ReplaySubject } from '../sampling/replayed-case.ts';
import { formatChanges, type SpecChange } from './spec-change.ts';

/** The environment variable that limits checks of properties to one change of a spec. */
export const propertyVariable = 'OPERAND_PROPERTY';

/** The properties that {@link checkProperties} checks. */
export const specProperties = [
  'path independence',
  'recovery',
  'data is kept',
  'valid specs reconcile',
  'invalid specs are refused',
  'unknown fields have no effect',
  'every field has an effect',
  'nothing is left after the deletion',
] as const;

/** A property that {@link checkProperties} checks. */
export type SpecProperty = (typeof specProperties)[number];

/** A violated property. */
export interface SpecViolation {
  readonly property: SpecProperty;
  /** The smallest known change of the spec that shows it. */
  readonly changes: readonly SpecChange[];
  /** One line for each difference or problem. */
  readonly details: readonly string[];
}

/**
 * Thrown if an operator doesn't have a property for some spec. The message has the property, the smallest change of the spec that
 * shows it, and the differences. It also has the seed, and the command that checks this change again.
 *
 * @example
 * try {
 *   await checkProperties(MemcachedOperator, { from: cache });
 * } catch (error) {
 *   if (PropertyError.is(error)) console.error(error.property, error.details);
 *   throw error;
 * }
 */
export class PropertyError extends brandedError('PropertyError') {
  readonly code = 'property';
  readonly property: SpecProperty;
  readonly details: readonly string[];

  constructor(subject: ReplaySubject, { property, changes, details }: SpecViolation, seed: number) {
    const text = JSON.stringify(changes).replaceAll("'", '\\u0027');
    super(
      [
        `${subject.operator} violates "${property}":`,
        ...details.map((line) => `  ${line}`),
        ...(changes.length === 0 ? [] : [`the change of the spec: ${formatChanges(changes)}`]),
        `seed ${seed}; to check this change alone:`,
        `  ${caseCommand(propertyVariable, subject, text)}`,
      ].join('\n'),
    );
    this.property = property;
    this.details = details;
  }
}
