// In: the parts of a construction, such as `Object.spec{replicas: 1}`. Out: its type, and a function that constructs the object.
// Called for the mutations of admission policies.

import type { ASTNode } from '@marcbachmann/cel-js';
import { type CelType, dyn, formatType, isAssignable, simpleType } from './cel-type.ts';
import { mapCost } from './cost/unit-cost.ts';
import type { Compiled } from './evaluation-scope.ts';
import { RefusedExpressionError } from './expression-error.ts';
import { type CelValue, MessageValue, OptionalValue } from './value/cel-value.ts';

/** The name of the type of steps of JSON patches. */
export const stepType = 'JSONPatch';

/** The fields of a step of a JSON patch. */
const stepFields: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ['op', simpleType('string')],
  ['path', simpleType('string')],
  ['from', simpleType('string')],
  ['value', dyn],
]);

interface MessageField {
  readonly name: string;
  readonly isOptional: boolean;
  readonly value: Compiled;
}

/**
 * Compiles a construction.
 *
 * @param parts - the name of the type, then names and values of fields; optional fields begin with `?`.
 * @throws RefusedExpressionError for a type or a field that API servers don't know.
 */
export function compiledMessage(parts: readonly ASTNode[], compile: (part: ASTNode) => Compiled): Compiled {
  const [typeName, ...rest] = parts;
  const type = literalText(typeName);
  if (!isConstructible(type)) throw new RefusedExpressionError(`undeclared reference to '${type}'`);
  const fields = rest.flatMap((value, index): MessageField[] => {
    if (index % 2 === 0) return [];
    const name = literalText(rest[index - 1]);
    const isOptional = name.startsWith('?');
    return [{ name: isOptional ? name.slice(1) : name, isOptional, value: compile(value) }];
  });
  for (const field of fields) assertFieldType(type, field);
  return {
    type: { kind: 'message', name: type },
    run: (frame) => {
      frame.meter.charge(mapCost, fields.length);
      const values = fields.flatMap(({ name, isOptional, value }): [string, CelValue][] => {
        const result = value.run(frame);
        if (!isOptional || !(result instanceof OptionalValue)) return [[name, result]];
        return result.value === undefined ? [] : [[name, result.value]];
      });
      return new MessageValue(type, new Map(values));
    },
  };
}

function isConstructible(type: string): boolean {
  return type === stepType || type === 'Object' || type.startsWith('Object.');
}

function literalText(node: ASTNode | undefined): string {
  if (node?.op === 'value' && typeof node.args === 'string') return node.args;
  throw new RefusedExpressionError('a construction has names of fields');
}

function assertFieldType(type: string, { name, isOptional, value }: MessageField): void {
  const declared = type === stepType ? stepFields.get(name) : dyn;
  if (declared === undefined) throw new RefusedExpressionError(`undefined field '${name}'`);
  const wanted: CelType = isOptional ? { kind: 'optional', value: declared } : declared;
  if (isAssignable(value.type, wanted, new Map())) return;
  throw new RefusedExpressionError(
    `expected type of field '${name}' is '${formatType(wanted)}' but provided type is '${formatType(value.type)}'`,
  );
}
