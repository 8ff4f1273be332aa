import { type CelType, dyn, simpleType } from '../cel-type.ts';
import { compileExpression } from '../compile.ts';
import type { VariableTypes } from '../evaluation-scope.ts';
import { parseExpression } from '../expression.ts';
import { RefusedExpressionError } from '../expression-error.ts';
import { compileError } from '../rule/compile-error.ts';

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
    const compiled = compileExpression(node, admissionVariables);
    if (compiled.type.kind !== 'dyn' || !isSelection(text)) return compiled;
    throw new RefusedExpressionError('its type is not known, and must be bool: write … == true');
  }, 'bool');
}

/** Forms without a static type, where API servers require one. */
const selections: readonly string[] = ['id', '.', '[]'];

/** Returns true if a match condition, or another expression of a policy, only reads a value, whose type isn't known. */
export function isSelection(text: string): boolean {
  return selections.includes(parseExpression(text).op);
}

const text = simpleType('string');

function admissionObjectType(fields: Readonly<Record<string, CelType>>): CelType {
  return { kind: 'object', fields: new Map(Object.entries(fields)) };
}

const kind = admissionObjectType({ group: text, version: text, kind: text });
const resource = admissionObjectType({ group: text, version: text, resource: text });

const request = admissionObjectType({
  kind,
  resource,
  subResource: text,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: text,
  name: text,
  namespace: text,
  operation: text,
  userInfo: admissionObjectType({
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
  ['authorizer', simpleType('authorizer')],
  ['namespaceObject', dyn],
]);
