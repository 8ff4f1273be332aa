import type { Rule } from '../../schema/index.ts';
import { cellText } from '../markdown/prose.ts';

/** A rule as text for users. */
export interface RuleWords {
  /** Markdown in one line, a sentence. */
  readonly words: string;
  /** The rule itself; undefined if the text expresses it completely. */
  readonly expression: string | undefined;
}

/** Describes a rule. */
export function ruleWords({ rule, message, messageExpression }: Rule): RuleWords {
  const text = rule.trim();
  if (text === 'self == oldSelf') return { words: "Can't be changed.", expression: undefined };
  const [, presence] = /^has\(self\.(\w+)\) == has\(oldSelf\.\1\)$/.exec(text) ?? [];
  if (presence !== undefined) {
    return { words: `${cellText(`\`${presence}\``)} can be neither added nor removed.`, expression: undefined };
  }
  const tolerant = tolerantRule(text);
  const words = `${message === undefined ? dynamicMessageWords(messageExpression) : ruleSentenceWords(message)}${tolerant === undefined ? '' : tolerance}`;
  return { words, expression: tolerant ?? text };
}

/** The start of a rule that the library generates to accept existing objects as long as their spec is unchanged. */
const tolerantStart = '(oldSelf.hasValue() && oldSelf.value().spec == self.spec) || (';
const tolerance = ' Existing objects stay valid until their spec changes.';

function tolerantRule(text: string): string | undefined {
  return text.startsWith(tolerantStart) && text.endsWith(')') ? text.slice(tolerantStart.length, -1).trim() : undefined;
}

function dynamicMessageWords(messageExpression: string | undefined): string {
  return messageExpression === undefined
    ? 'A rule must hold.'
    : 'A rule must hold, whose message depends on the value.';
}

/**
 * Formats a message as a sentence: with a capital letter, unless it begins with the name of a field, and with a full
 * stop.
 */
function ruleSentenceWords(message: string): string {
  const text = cellText(message);
  const start = /^[a-z]+(?=[ ,;:])/.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
