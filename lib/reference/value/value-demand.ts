import type { Rule } from '../../schema/index.ts';
import {
  entrySchema,
  fieldPresenceDemands,
  hasFields,
  type OpenApiSchema,
  wordList,
} from '../../schema/structural/index.ts';
import { inlineCode } from '../markdown/inline.ts';
import { cellText } from '../markdown/prose.ts';
import { describedChoices, isQuantityType } from './value-type.ts';

/**
 * Returns the demands on a value: sentences of Markdown, in one line each. Omits alternatives that can't be
 * expressed as text.
 */
export function valueDemands(schema: OpenApiSchema): readonly string[] {
  const { items } = schema;
  const entries = entrySchema(schema);
  return [
    ...ownValueDemands(schema),
    ...(items === undefined ? [] : innerValueDemands(items, 'Each item')),
    ...(entries === undefined ? [] : innerValueDemands(entries, 'Each value')),
  ];
}

/** Returns the demands on a value that can't be expressed as text, as JSON Schema; undefined if there are none. */
export function undescribedDemands(schema: OpenApiSchema): OpenApiSchema | undefined {
  // The alternatives of int-or-string are described by its type.
  if (schema['x-kubernetes-int-or-string']) return undefined;
  const { allOf, anyOf, oneOf, not } = schema;
  const described = fieldPresenceDemands(schema);
  const undescribed = {
    ...(allOf && { allOf }),
    ...(anyOf && described.anyOf === undefined && { anyOf }),
    ...(oneOf && described.oneOf === undefined && { oneOf }),
    ...(not && described.not === undefined && { not }),
  };
  return Object.keys(undescribed).length === 0 ? undefined : undescribed;
}

function ownValueDemands(schema: OpenApiSchema): string[] {
  const { pattern, type, 'x-kubernetes-validations': rules = [] } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'];
  const choices = describedChoices(schema);
  const { anyOf, oneOf, not } = fieldPresenceDemands(schema, inlineCode);
  return [
    ...(choices.length > 0 ? [`One of ${wordList(choices, 'or')}.`] : []),
    ...(pattern === undefined || isQuantityType(schema) ? [] : [`Matches ${inlineCode(pattern)}.`]),
    ...(anyOf === undefined || schema['x-kubernetes-int-or-string'] ? [] : [demandText(anyOf)]),
    ...(oneOf === undefined ? [] : [demandText(oneOf)]),
    ...(not === undefined ? [] : [demandText(`must not have ${not}`)]),
    ...(schema['x-kubernetes-embedded-resource'] ? ['A whole object, with `apiVersion` and `kind`.'] : []),
    ...(type === 'object' && hasFields(schema) && isOpen ? ['Further fields are kept.'] : []),
    ...(schema['x-kubernetes-map-type'] === 'atomic' ? ['Applied as a whole.'] : []),
    ...rules.map((rule) => ruleWords(rule).words),
  ];
}

function innerValueDemands(schema: OpenApiSchema, subject: string): string[] {
  // The constraints of objects with fields are described at their fields.
  if (hasFields(schema)) return [];
  return valueDemands(schema).map((demand) => `${subject}: ${demand.slice(0, 1).toLowerCase()}${demand.slice(1)}`);
}

function demandText(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** A rule as text for users. */
interface RuleWords {
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
