import type { Place } from '../../content/index.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { newVersion, whoeverWritesSuch } from './hit.ts';
import type { SchemaPair } from './schema-pair.ts';

/** Rules in CEL that weren't asked for before. One that has gone hits nobody. */
export function* ruleFindings(pair: SchemaPair): Generator<UpgradeFinding> {
  const [before, after] = [pair.before, pair.after].map((schema) => schema.at('x-kubernetes-validations').items);
  const known = new Set(before?.map(textOf));
  const present = new Set(after?.map(textOf));
  const gone = (before ?? []).filter((rule) => !present.has(textOf(rule)));
  for (const rule of (after ?? []).filter((each) => !known.has(textOf(each)))) {
    const predecessor = gone.find((old) => wordsOf(old) !== undefined && wordsOf(old) === wordsOf(rule));
    yield predecessor === undefined ? added(pair, rule) : changed(pair, rule, predecessor);
  }
}

function added(pair: SchemaPair, rule: Place): UpgradeFinding {
  return pair.changed({
    severity: 'breaking',
    rule: 'rule-added',
    at: rule,
    what: `has to obey the rule ${textOf(rule)}`,
    who: isTransition(rule) ? whoeverChanges : whoeverWritesSuch,
    remedy: newVersion,
  });
}

function changed(pair: SchemaPair, rule: Place, predecessor: Place): UpgradeFinding {
  const who = isTransition(rule) ? whoeverChanges : whoeverWritesSuch;
  return pair.changed({
    severity: 'risky',
    rule: 'rule-changed',
    at: rule,
    what: `has to obey the rule ${textOf(rule)}, and had to obey ${textOf(predecessor)}`,
    who: `whether all that obeyed before does so now can't be told; if not, ${who}`,
    remedy: `make sure that the new rule takes all that the old one took; if it doesn't, ${newVersion}`,
  });
}

const whoeverChanges = 'clients that change the value against the rule are refused; what is stored stays usable';

/** The rule itself: line breaks and spaces around it say nothing. */
function textOf(rule: Place): string {
  return (rule.at('rule').text ?? '').trim();
}

/** By what people would say that a rule is still the same one. */
function wordsOf(rule: Place): string | undefined {
  return rule.at('message').text ?? rule.at('messageExpression').text;
}

function isTransition(rule: Place): boolean {
  return /\boldSelf\b/.test(textOf(rule));
}
