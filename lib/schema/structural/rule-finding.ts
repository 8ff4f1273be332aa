import { ruleErrors } from '../cel/compile-error.ts';
import { type ExcessiveCost, excessiveRuleCosts } from '../cel/cost/cost-refusal.ts';
import { innerSchemas, schemaPath } from '../cel/inner-schema.ts';
import { hasBlamedField } from '../cel/rule-field.ts';
import { isTransitionRule } from '../cel/transition-rule.ts';
import { declaredType, wholeObjectSchema } from '../cel/typed-schema.ts';
import { fieldPath, itemPath } from '../field-path.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
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
  const wrong = [...ruleFindingsBelow({ schema, path: '' })];
  return wrong.length > 0 ? wrong : excessiveRuleCosts(schema).map(ruleCostFinding);
}

function* ruleFindingsBelow(place: Place): Iterable<SchemaFinding> {
  const { schema, path, unrelated } = place;
  for (const [index, rule] of (schema['x-kubernetes-validations'] ?? []).entries()) {
    const at = itemPath(fieldPath(path, 'x-kubernetes-validations'), index);
    const written = [...ruleTextFindings(rule, at), ...ruleFieldPathFindings(rule, at, schema)];
    yield* written;
    if (written.length === 0) yield* ruleExpressionFindings(rule, at, place);
  }
  for (const [inner, step] of innerSchemas(schema)) {
    const hasNoPast = step === 'items' && schema['x-kubernetes-list-type'] !== 'map';
    const list = unrelated ?? (hasNoPast ? path : undefined);
    yield* ruleFindingsBelow({
      schema: inner,
      path: schemaPath(path, step),
      ...(list !== undefined && { unrelated: list }),
    });
  }
}

function ruleCostFinding({ of, message, remedy }: ExcessiveCost): SchemaFinding {
  if (of === undefined) return schemaFinding('', message, remedy);
  const { place, index, subject } = of;
  const at = place.reduce(schemaPath, '');
  return schemaFinding(fieldPath(itemPath(fieldPath(at, 'x-kubernetes-validations'), index), subject), message, remedy);
}

function* ruleTextFindings({ rule, message, messageExpression }: Rule, path: string): Iterable<SchemaFinding> {
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

function* ruleFieldPathFindings(rule: Rule, path: string, schema: OpenApiSchema): Iterable<SchemaFinding> {
  if (hasBlamedField(rule, schema)) return;
  const remedy = "write the path from the rule's value to one of its fields, such as .storage.size";
  yield schemaFinding(fieldPath(path, 'fieldPath'), `${rule.fieldPath} is not a field of the value`, remedy);
}

function* ruleExpressionFindings(
  rule: Rule,
  path: string,
  { schema, path: at, unrelated }: Place,
): Iterable<SchemaFinding> {
  const typed = at === '' ? wholeObjectSchema(schema) : schema;
  if (declaredType(typed) === undefined) return;
  const errors = ruleErrors(rule, typed);
  for (const { subject, text, error } of errors) {
    const remedy = 'write an expression over self, and oldSelf for changes';
    yield schemaFinding(fieldPath(path, subject), `${ruleInOneLine(text)} is not valid CEL: ${error}`, remedy);
  }
  if (errors.some(({ subject }) => subject === 'rule')) return;
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
function ruleInOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
