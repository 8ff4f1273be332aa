import type { Rule } from '../../../schema/index.ts';
import { both } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { newVersion, rejectedWriters } from './effect.ts';
import { isRuleImplied } from './rule-implication.ts';
import { normalizedRule } from './rule-token.ts';
import type { SchemaChange, SchemaPair } from './schema-pair.ts';

/** Reports new CEL rules. A removed rule affects no clients. */
export function* ruleChanges(pair: SchemaPair): Generator<UpgradeFinding> {
  const [before, after] = both(pair, (schema) => schema['x-kubernetes-validations'] ?? []);
  const meaning = (rule: Rule) => normalizedRule(ruleTextOf(rule));
  const known = new Set(before.map(meaning));
  const present = new Set(after.map(meaning));
  const gone = before.filter((rule) => !present.has(meaning(rule)));
  const fresh = after.filter((rule) => !known.has(meaning(rule)) && !isRuleKept(rule, before));
  for (const rule of fresh) {
    const alike = gone.filter((old) => ruleMessage(old) === ruleMessage(rule));
    // Without a message, a removed and an added rule count as one changed rule.
    const isSure = ruleMessage(rule) !== undefined || (alike.length === 1 && fresh.length === 1);
    const predecessor = isSure ? alike[0] : undefined;
    const at = ['x-kubernetes-validations', after.indexOf(rule)];
    yield pair.changed({ at, ...(predecessor === undefined ? addedRule(rule) : changedRule(rule, predecessor)) });
  }
}

/**
 * Returns true if the old rules imply the rule. Never for a transition rule, which doesn't apply without an old value.
 */
function isRuleKept(rule: Rule, before: readonly Rule[]): boolean {
  const steady = before.filter((each) => !isTransitionRuleText(each));
  return !isTransitionRuleText(rule) && isRuleImplied(ruleTextOf(rule), steady.map(ruleTextOf));
}

function addedRule(rule: Rule): SchemaChange {
  return {
    severity: 'breaking',
    rule: 'rule-added',
    what: `has to obey the rule ${ruleTextOf(rule)}`,
    hits: isTransitionRuleText(rule) ? changingClients : rejectedWriters,
  };
}

function changedRule(rule: Rule, predecessor: Rule): SchemaChange {
  const hits = isTransitionRuleText(rule) ? changingClients : rejectedWriters;
  return {
    severity: 'risky',
    rule: 'rule-changed',
    what: `has to obey the rule ${ruleTextOf(rule)}, and had to obey ${ruleTextOf(predecessor)}`,
    hits: `it can't be decided if all values that were valid before still are; if not, ${hits}`,
    remedy: `make sure that the new rule accepts all values of the old one; if it doesn't, ${newVersion}`,
  };
}

const changingClients = 'clients that change the value against the rule get an error; stored objects stay usable';

function ruleTextOf({ rule }: Rule): string {
  return rule.trim();
}

/** Returns the text that identifies a rule across changes. */
function ruleMessage({ message, messageExpression }: Rule): string | undefined {
  return message ?? messageExpression;
}

function isTransitionRuleText(rule: Rule): boolean {
  return /\boldSelf\b/.test(ruleTextOf(rule));
}
