import { type CelType, dyn, formatType, simpleType } from './cel-type.ts';
import type { Compiled } from './evaluation-scope.ts';
import { EvaluationError, RefusedExpressionError, UnevaluableError } from './expression-error.ts';
import { RightAuthorizer } from './value/authorization.ts';
import { CelMap, type CelValue, type Key, OpaqueValue, OptionalValue } from './value/cel-value.ts';

/**
 * Returns the type of a field; undefined for a type without fields.
 *
 * @throws RefusedExpressionError for an undeclared field.
 */
function selectedFieldType(type: CelType, field: string): CelType | undefined {
  switch (type.kind) {
    case 'object': {
      const declared = type.fields.get(field);
      if (declared === undefined) throw new RefusedExpressionError(`undefined field '${field}'`);
      return declared;
    }
    case 'map':
      return type.value;
    case 'authorizer':
      return field === 'requestResource' ? simpleType('resourceCheck') : undefined;
    case 'dyn':
      return dyn;
    default:
      return undefined;
  }
}

function requiredFieldType(type: CelType, field: string): CelType {
  const selected = selectedFieldType(type, field);
  if (selected !== undefined) return selected;
  throw new RefusedExpressionError(`${formatType(type)} has no field '${field}'`);
}

/** Returns the field of a value; undefined if it is absent. */
function selectedField(value: CelValue | undefined, field: Key): CelValue | undefined {
  if (value instanceof CelMap) return value.at(field);
  if (value instanceof RightAuthorizer) return value.requestResource;
  if (value instanceof OpaqueValue) throw new UnevaluableError(value.reason);
  if (value === undefined || value === null) return undefined;
  throw new EvaluationError('no such overload');
}

/** Compiles `x.field`, which fails if the field is absent. */
export function compiledSelection(receiver: Compiled, field: string): Compiled {
  if (receiver.type.kind === 'optional') return compiledOptionalSelection(receiver, field);
  return {
    type: requiredFieldType(receiver.type, field),
    run: (frame) => {
      frame.meter.charge(1);
      const value = receiver.run(frame);
      if (value instanceof OptionalValue) return new OptionalValue(selectedField(value.value, field));
      const selected = selectedField(value, field);
      if (selected === undefined) throw new EvaluationError(`no such key: ${field}`);
      return selected;
    },
  };
}

/** Compiles `x.?field`, which is an empty optional if the field is absent. */
export function compiledOptionalSelection({ type, run }: Compiled, field: string): Compiled {
  return {
    type: { kind: 'optional', value: requiredFieldType(type.kind === 'optional' ? type.value : type, field) },
    run: (frame) => {
      frame.meter.charge(1);
      const value = run(frame);
      return new OptionalValue(selectedField(value instanceof OptionalValue ? value.value : value, field));
    },
  };
}

/** Compiles `has(x.field)`. */
export function compiledPresenceTest({ type, run }: Compiled, field: string): Compiled {
  requiredFieldType(type.kind === 'optional' ? type.value : type, field);
  return {
    type: simpleType('bool'),
    run: (frame) => {
      frame.meter.charge(1);
      const value = run(frame);
      return selectedField(value instanceof OptionalValue ? value.value : value, field) !== undefined;
    },
  };
}
