import type { Rule } from '../../rule.ts';
import { compilation, parseExpression } from '../expression.ts';
import { expressionWithNames, freeNames } from '../free-name.ts';

/**
 * Returns a rule over a whole object that tolerates an unchanged spec, as the API server itself does with rules further
 * inside. Otherwise a rule of a later release would block updates of the status of an object that breaks it, and its
 * deletion: the removal of a finalizer changes the whole object.
 *
 * Rules about changes or the status stay unchanged.
 */
export function ratchetingRule(rule: Rule): Rule {
  if (!isRuleAboutSpec(rule.rule)) return rule;
  const { messageExpression } = rule;
  const text = rule.rule.trim();
  return {
    ...rule,
    // A comment at its end must not hide the parenthesis.
    rule: `(oldSelf.hasValue() && oldSelf.value().spec == self.spec) || (${text}${text.includes('//') ? '\n' : ''})`,
    // The default message would quote the added condition.
    message: rule.message ?? `failed rule: ${text.replace(/\s+/g, ' ')}`,
    ...(messageExpression !== undefined && { messageExpression: withOptionalOldSelf(messageExpression, rule) }),
    optionalOldSelf: true,
  };
}

/**
 * Returns true if the spec is the only changeable part that a rule depends on. If the rule can't be parsed, its text decides.
 */
function isRuleAboutSpec(text: string): boolean {
  const { result: names, refusal } = compilation(() => freeNames(parseExpression(text)));
  if (refusal !== undefined) return false;
  const isAboutChange = names?.some(({ name }) => name === 'oldSelf') ?? /\boldSelf\b/.test(text);
  const behindSelf =
    names?.filter(({ name }) => name === 'self').map(({ end }) => text.slice(end)) ?? text.split(/\bself\b/).slice(1);
  return !isAboutChange && behindSelf.every(selectsStableField);
}

/** Returns true if the text after `self` selects a field other than the status. */
function selectsStableField(behind: string): boolean {
  return /^\s*\.\??(?!status\b)\w/.test(behind);
}

function withOptionalOldSelf(text: string, { optionalOldSelf = false }: Rule): string {
  if (optionalOldSelf) return text;
  return compilation(() => expressionWithNames(text, new Map([['oldSelf', 'oldSelf.value()']]))).result ?? text;
}
