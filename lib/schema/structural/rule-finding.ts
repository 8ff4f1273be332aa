import { compileError } from '../cel/compile-error.ts';
import { type ExcessiveCost, excessiveCosts } from '../cel/cost/cost-refusal.ts';
import { declaredType } from '../cel/declared-type.ts';
import { expression } from '../cel/expression.ts';
import { hasField, ruleField } from '../cel/rule-field.ts';
import { isTransitionRule } from '../cel/transition.ts';
import { wholeObject } from '../cel/whole-object.ts';
import { fieldPath, itemPath } from '../field-path.ts';
import { declaredFields, entrySchema, type OpenApiSchema } from '../open-api-schema.ts';
import type { Rule } from '../rule.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';

/** A schema with rules, and its surroundings. */
interface Place {
  readonly schema: OpenApiSchema;
  readonly path: string;
  /** The enclosing list, if its items have no previous values because it has no keys. */
  readonly unrelated?: string;
}

/**
 * Returns the rules of a structural schema that every API server refuses, their estimated cost included. Rules that
 * only a server can check are not among them.
 */
export function ruleFindings(schema: OpenApiSchema): SchemaFinding[] {
  const wrong = [...findings({ schema, path: '' })];
  return wrong.length > 0 ? wrong : excessiveCosts(schema).map(costFinding);
}

function* findings(place: Place): Iterable<SchemaFinding> {
  const { schema, path, unrelated } = place;
  for (const [index, rule] of (schema['x-kubernetes-validations'] ?? []).entries()) {
    const at = itemPath(fieldPath(path, 'x-kubernetes-validations'), index);
    const written = [...wordFindings(rule, at), ...blameFindings(rule, at, schema)];
    yield* written;
    if (written.length === 0) yield* expressionFindings(rule, at, place);
  }
  for (const { inner, at, hasNoPast = false } of insideOf(schema, path)) {
    const list = unrelated ?? (hasNoPast ? path : undefined);
    yield* findings({ schema: inner, path: at, ...(list !== undefined && { unrelated: list }) });
  }
}

function costFinding({ of, message, remedy }: ExcessiveCost): SchemaFinding {
  if (of === undefined) return schemaFinding('', message, remedy);
  const { place, index, subject } = of;
  const at = place.reduce<string>(
    (path, step) => (typeof step === 'string' ? fieldPath(path, step) : propertyPath(path, step.property)),
    '',
  );
  return schemaFinding(fieldPath(itemPath(fieldPath(at, 'x-kubernetes-validations'), index), subject), message, remedy);
}

function propertyPath(path: string, name: string): string {
  return fieldPath(fieldPath(path, 'properties'), name);
}

interface Inner {
  readonly inner: OpenApiSchema;
  readonly at: string;
  readonly hasNoPast?: boolean;
}

function insideOf(schema: OpenApiSchema, path: string): Inner[] {
  const { items } = schema;
  const entries = entrySchema(schema);
  const fields = fieldPath(path, 'properties');
  return [
    ...declaredFields(schema).map(([name, inner]) => ({ inner, at: fieldPath(fields, name) })),
    ...(entries === undefined ? [] : [{ inner: entries, at: fieldPath(path, 'additionalProperties') }]),
    ...(items === undefined
      ? []
      : [{ inner: items, at: fieldPath(path, 'items'), hasNoPast: schema['x-kubernetes-list-type'] !== 'map' }]),
  ];
}

function* wordFindings({ rule, message, messageExpression }: Rule, path: string): Iterable<SchemaFinding> {
  const lineBreak = /[\n\r]/;
  if (rule.trim() === '')
    yield schemaFinding(fieldPath(path, 'rule'), 'the rule is empty', 'write an expression over self');
  if (message !== undefined && message !== '' && message.trim() === '') {
    yield schemaFinding(
      fieldPath(path, 'message'),
      'the message is blank',
      'write the condition in words, or leave it out',
    );
  } else if (message !== undefined && lineBreak.test(message.trim())) {
    yield schemaFinding(fieldPath(path, 'message'), 'the message has several lines', 'write one line');
  } else if (lineBreak.test(rule.trim()) && (message ?? '').trim() === '') {
    const remedy = 'write a message, or the rule in one line';
    yield schemaFinding(fieldPath(path, 'message'), 'a rule of several lines has no message', remedy);
  }
  if (messageExpression !== undefined && messageExpression !== '' && messageExpression.trim() === '') {
    yield schemaFinding(
      fieldPath(path, 'messageExpression'),
      'the message is blank',
      'write an expression, or leave it out',
    );
  }
}

function* blameFindings({ fieldPath: blamed }: Rule, path: string, schema: OpenApiSchema): Iterable<SchemaFinding> {
  if (blamed === undefined || blamed === '') return;
  const segments = ruleField(blamed);
  if (segments !== undefined && hasField(schema, segments)) return;
  const remedy = "write the path from the rule's value to one of its fields, such as .storage.size";
  yield schemaFinding(fieldPath(path, 'fieldPath'), `${blamed} is not a field of the value`, remedy);
}

function* expressionFindings(
  rule: Rule,
  path: string,
  { schema, path: at, unrelated }: Place,
): Iterable<SchemaFinding> {
  const { messageExpression } = rule;
  const type = declaredType(at === '' ? wholeObject(schema) : schema);
  if (type === undefined) return;
  const remedy = 'write an expression over self, and oldSelf for changes';
  const error = compileError(() => expression(rule.rule, type, rule), 'bool');
  if (error !== undefined)
    yield schemaFinding(fieldPath(path, 'rule'), `${words(rule.rule)} is not valid CEL: ${error}`, remedy);
  const messageError =
    messageExpression === undefined || messageExpression === ''
      ? undefined
      : compileError(() => expression(messageExpression, type, rule), 'string');
  if (messageExpression !== undefined && messageError !== undefined) {
    const place = fieldPath(path, 'messageExpression');
    yield schemaFinding(place, `${words(messageExpression)} is not valid CEL: ${messageError}`, remedy);
  }
  if (error !== undefined) return;
  if (isTransitionRule(rule) && unrelated !== undefined) {
    const what = `oldSelf is not available in the items of ${unrelated}, which have no keys`;
    const list = 'make it a list of type map, with keys, or write the rule for the list as a whole';
    yield schemaFinding(fieldPath(path, 'rule'), what, list);
  }
  if (!isTransitionRule(rule) && rule.optionalOldSelf !== undefined) {
    yield schemaFinding(
      fieldPath(path, 'optionalOldSelf'),
      'optionalOldSelf is set, and the rule has no oldSelf',
      'leave it out',
    );
  }
}

/** Formats a text in one line. */
function words(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
