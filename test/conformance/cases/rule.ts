import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase, Session } from '../session.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A rule, the property that has it, and the values that are written one after the other. */
interface RuleCase {
  readonly rule: JsonObject;
  readonly property: JsonObject;
  readonly values: readonly JsonObject[string][];
}

function ruleCase(title: string, { rule, property, values }: RuleCase): ConformanceCase {
  return {
    title,
    run: async (session) => {
      const group = `${session.namespace}.example.com`;
      const value = { ...property, 'x-kubernetes-validations': [rule] };
      await session.unrecorded('POST', definitions, definition(group, value));
      const objects = `/apis/${group}/v1/gadgets`;
      await session.until('the kind is served', objects, (_, status) => status === 200);
      for (const [index, each] of values.entries()) await write(session, objects, { group, index, value: each });
    },
  };
}

async function write(
  session: Session,
  objects: string,
  { group, index, value }: { readonly group: string; readonly index: number; readonly value: JsonObject[string] },
): Promise<void> {
  const object = { apiVersion: `${group}/v1`, kind: 'Gadget', metadata: { name: 'a' }, spec: { value } };
  if (index === 0) await session.post(objects, object);
  else await session.patch('merge', `${objects}/a`, { spec: { value } });
}

function definition(group: string, value: JsonObject): JsonObject {
  const openAPIV3Schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { value } } },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `gadgets.${group}` },
    spec: {
      group,
      names: { plural: 'gadgets', kind: 'Gadget' },
      scope: 'Cluster',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

const text = { type: 'string', maxLength: 20 };
const pair = { type: 'object', properties: { a: text, b: { type: 'integer' } } };
const list = { type: 'array', maxItems: 5, items: text };
const reasons = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'];

/** Rules of custom kinds: reasons, paths, messages and old values. */
export const ruleCases: readonly ConformanceCase[] = [
  ...reasons.flatMap((reason) => [
    ruleCase(`gives the reason ${reason} for a text`, {
      rule: { rule: 'self != "x"', message: 'not x', reason },
      property: text,
      values: ['x', 'y', 'x'],
    }),
    ruleCase(`gives the reason ${reason} for an object`, {
      rule: { rule: '!has(self.a) || self.a != "x"', message: 'not x', reason },
      property: pair,
      values: [{ a: 'x' }],
    }),
  ]),
  ...['.a', '.b'].map((fieldPath) =>
    ruleCase(`names the field ${fieldPath}`, {
      rule: { rule: '!has(self.a) || self.a != "x"', message: 'not x', fieldPath },
      property: pair,
      values: [{ a: 'x' }, { a: 'x', b: 1 }],
    }),
  ),
  ruleCase('names a field with a reason', {
    rule: { rule: '!has(self.a) || self.a != "x"', reason: 'FieldValueForbidden', fieldPath: '.a' },
    property: pair,
    values: [{ a: 'x' }],
  }),
  ruleCase('evaluates the expression of a message', {
    rule: { rule: 'self != "x"', messageExpression: '"may not be " + self', message: 'no' },
    property: text,
    values: ['x'],
  }),
  ruleCase('gives the message if the result of its expression is empty', {
    rule: { rule: 'self != "x"', messageExpression: 'self.substring(1)', message: 'no' },
    property: text,
    values: ['x'],
  }),
  ruleCase('gives the message if its expression fails', {
    rule: { rule: 'self.size() == 2', messageExpression: 'self[5]', message: 'no' },
    property: list,
    values: [['x']],
  }),
  ruleCase('gives the rule if the expression of its message fails', {
    rule: { rule: 'self.size() == 2', messageExpression: 'self[5]' },
    property: list,
    values: [['x']],
  }),
  ruleCase('evaluates a transition', {
    rule: { rule: 'self == oldSelf', message: 'is immutable' },
    property: text,
    values: ['x', 'x', 'y'],
  }),
  ruleCase('evaluates a transition without an old value', {
    rule: {
      rule: 'oldSelf.hasValue() ? self == oldSelf.value() : self == "x"',
      optionalOldSelf: true,
      message: 'begins with x',
    },
    property: text,
    values: ['y', 'x'],
  }),
  ruleCase('evaluates a transition of an optional old value', {
    rule: { rule: '!oldSelf.hasValue() || self == oldSelf.value()', optionalOldSelf: true, message: 'is immutable' },
    property: text,
    values: ['y', 'x'],
  }),
  ruleCase('refuses what a rule fails for', {
    rule: { rule: 'self[3] == "x"', message: 'no' },
    property: list,
    values: [['x']],
  }),
];
