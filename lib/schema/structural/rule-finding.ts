import { type ExcessiveCost, excessiveRuleCosts } from '../cel/cost/cost-refusal.ts';
import { ruleCompileErrors } from '../cel/rule/compile-error.ts';
import { hasBlamedField } from '../cel/rule/rule-field.ts';
import { isTransitionRule } from '../cel/rule/transition-rule.ts';
import { declaredType, wholeObjectSchema } from '../cel/rule/typed-schema.ts';
import { fieldPath, itemPath } from '../field-path.ts';
import { innerSchemaPath, innerSchemas } from '../inner-schema.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
import type { Rule } from '../rule.ts';
import { type SchemaFinding, type SchemaFindingAt, schemaFinding, schemaFindingAt } from './finding.ts';

/** A schema with rules, and its surroundings. */
interface Place {
  readonly schema: OpenApiSchema;
  readonly path: string;
  /** The enclosing list, if its items have no previous values because it has no keys. */
  readonly listWithoutKeys?: string;
}

/**
 * Returns the rules of a structural schema that every API server refuses, their estimated cost included. Rules that
 * only a server can check are not among them.
 */
export function ruleFindings(schema: OpenApiSchema): SchemaFinding[] {
  const wrong = [...ruleFindingsBelow({ schema, path: '' })];
  return wrong.length > 0 ? wrong : excessiveRuleCosts(schema).map(ruleCostFinding);
}

function* ruleFindingsBelow(place: Place): Iterable<SchemaFinding> {
  const { schema, path, listWithoutKeys } = place;
  for (const [index, rule] of (schema['x-kubernetes-validations'] ?? []).entries()) {
    const refused = schemaFindingAt(itemPath(fieldPath(path, 'x-kubernetes-validations'), index));
    const written = [...ruleTextFindings(rule, refused), ...ruleFieldPathFindings(rule, refused, schema)];
    yield* written;
    if (written.length === 0) yield* ruleExpressionFindings(rule, refused, place);
  }
  for (const [inner, step] of innerSchemas(schema)) {
    const hasNoPast = step === 'items' && schema['x-kubernetes-list-type'] !== 'map';
    const list = listWithoutKeys ?? (hasNoPast ? path : undefined);
    const inside = { schema: inner, path: innerSchemaPath(path, step) };
    yield* ruleFindingsBelow(list === undefined ? inside : { ...inside, listWithoutKeys: list });
  }
}

function ruleCostFinding({ of, message, remedy }: ExcessiveCost): SchemaFinding {
  if (of === undefined) return schemaFinding('', message, remedy);
  const rules = fieldPath(of.place.reduce(innerSchemaPath, ''), 'x-kubernetes-validations');
  return schemaFindingAt(itemPath(rules, of.index))(of.subject, message, remedy);
}

function* ruleTextFindings(
  { rule, message, messageExpression }: Rule,
  refused: SchemaFindingAt,
): Iterable<SchemaFinding> {
  const lineBreak = /[\n\r]/;
  if (rule.trim() === '') yield refused('rule', 'the rule is empty', 'write an expression over self');
  if (message !== undefined && isBlank(message))
    yield refused('message', 'the message is blank', 'write the condition in words, or leave it out');
  else if (message !== undefined && lineBreak.test(message.trim()))
    yield refused('message', 'the message has several lines', 'write one line');
  else if (lineBreak.test(rule.trim()) && (message ?? '').trim() === '')
    yield refused('message', 'a rule of several lines has no message', 'write a message, or the rule in one line');
  if (messageExpression !== undefined && isBlank(messageExpression))
    yield refused('messageExpression', 'the message is blank', 'write an expression, or leave it out');
}

/** Returns true for a text that consists of white space; an empty one counts as absent. */
function isBlank(text: string): boolean {
  return text !== '' && text.trim() === '';
}

function* ruleFieldPathFindings(rule: Rule, refused: SchemaFindingAt, schema: OpenApiSchema): Iterable<SchemaFinding> {
  if (hasBlamedField(rule, schema)) return;
  const remedy = "write the path from the rule's value to one of its fields, such as .storage.size";
  yield refused('fieldPath', `${rule.fieldPath} is not a field of the value`, remedy);
}

function* ruleExpressionFindings(
  rule: Rule,
  refused: SchemaFindingAt,
  { schema, path, listWithoutKeys }: Place,
): Iterable<SchemaFinding> {
  const typed = path === '' ? wholeObjectSchema(schema) : schema;
  if (declaredType(typed) === undefined) return;
  const errors = ruleCompileErrors(rule, typed);
  for (const { subject, text, error } of errors) {
    const message = `${text.trim().replace(/\s+/g, ' ')} is not valid CEL: ${error}`;
    yield refused(subject, message, 'write an expression over self, and oldSelf for changes');
  }
  if (errors.some(({ subject }) => subject === 'rule')) return;
  if (isTransitionRule(rule) && listWithoutKeys !== undefined) {
    const what = `oldSelf is not available in the items of ${listWithoutKeys}, which have no keys`;
    yield refused('rule', what, 'make it a list of type map, with keys, or write the rule for the list as a whole');
  }
  if (!isTransitionRule(rule) && rule.optionalOldSelf !== undefined)
    yield refused('optionalOldSelf', 'optionalOldSelf is set, and the rule has no oldSelf', 'leave it out');
}
