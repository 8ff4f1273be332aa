import { type CelType, dyn, simpleType } from './cel-type.ts';
import { compile } from './compile.ts';
import { compileError } from './compile-error.ts';
import type { VariableTypes } from './compiled.ts';
import { RefusedExpressionError } from './evaluation-error.ts';
import { parseExpression } from './expression.ts';

/**
 * Returns the reason why every API server refuses the match condition of a webhook or an admission policy; undefined if
 * one accepts it or might.
 *
 * @see
 *   https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchconditions
 */
export function matchConditionError(text: string): string | undefined {
  return compileError(() => {
    const node = parseExpression(text);
    const compiled = compile(node, admissionVariables);
    if (compiled.type.kind !== 'dyn' || !selections.includes(node.op)) return compiled;
    throw new RefusedExpressionError('its type is not known, and must be bool: write … == true');
  }, 'bool');
}

/** Forms without a static type, where API servers require one. */
const selections: readonly string[] = ['id', '.', '[]'];

const text = simpleType('string');

function objectOf(fields: Readonly<Record<string, CelType>>): CelType {
  return { kind: 'object', fields: new Map(Object.entries(fields)) };
}

const kind = objectOf({ group: text, version: text, kind: text });
const resource = objectOf({ group: text, version: text, resource: text });

const request = objectOf({
  kind,
  resource,
  subResource: text,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: text,
  name: text,
  namespace: text,
  operation: text,
  userInfo: objectOf({
    username: text,
    uid: text,
    groups: { kind: 'list', item: text },
    extra: { kind: 'map', key: text, value: { kind: 'list', item: text } },
  }),
  dryRun: simpleType('bool'),
  options: dyn,
});

/** The types of the variables that match conditions and policies read. */
export const admissionVariables: VariableTypes = new Map<string, CelType>([
  ['object', dyn],
  ['oldObject', dyn],
  ['request', request],
  ['authorizer', dyn],
  ['namespaceObject', dyn],
]);
