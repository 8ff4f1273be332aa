import type { Rule } from '../rule.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';
import { parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';
import { renamed } from './renaming.ts';

/**
 * A rule over a whole object that tolerates what was wrong before, as the API server itself does with rules further
 * inside. Else a rule that a later release adds would keep those who break it from getting a status, and from going away:
 * to take a finalizer off is to change the whole object.
 *
 * Rules that judge changes or the status stay as they are.
 */
export function ratchetingRule(rule: Rule): Rule {
  if (!isAboutSpec(rule.rule)) return rule;
  const { messageExpression } = rule;
  const text = rule.rule.trim();
  return {
    ...rule,
    // A comment at its end must not hide the parenthesis.
    rule: `(oldSelf.hasValue() && oldSelf.value().spec == self.spec) || (${text}${text.includes('//') ? '\n' : ''})`,
    // Authors of values know nothing of what stands before.
    message: rule.message ?? `failed rule: ${text.replace(/\s+/g, ' ')}`,
    ...(messageExpression !== undefined && { messageExpression: withOptionalPast(messageExpression, rule) }),
    optionalOldSelf: true,
  };
}

/** Whether a rule depends on nothing that can change but the spec. Of one that can't be parsed its words decide. */
function isAboutSpec(text: string): boolean {
  try {
    const names = freeNames(parseExpression(text));
    const isAboutChange = names.some(({ name }) => name === 'oldSelf');
    return !isAboutChange && names.every(({ name, end }) => name !== 'self' || selectsStable(text.slice(end)));
  } catch (error) {
    if (error instanceof RefusedExpressionError) return false;
    if (!(error instanceof UnevaluableError)) throw error;
    return (
      !/\boldSelf\b/.test(text) && text.split(/\bself\b/).every((behind, index) => index === 0 || selectsStable(behind))
    );
  }
}

/** Whether what stands behind `self` selects a field of it that isn't the status. */
function selectsStable(behind: string): boolean {
  return /^\s*\.\??(?!status\b)\w/.test(behind);
}

function withOptionalPast(text: string, { optionalOldSelf = false }: Rule): string {
  if (optionalOldSelf) return text;
  try {
    return renamed(text, new Map([['oldSelf', 'oldSelf.value()']]));
  } catch (error) {
    if (error instanceof RefusedExpressionError || error instanceof UnevaluableError) return text;
    throw error;
  }
}
