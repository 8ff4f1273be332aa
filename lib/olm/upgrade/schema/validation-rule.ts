import type { Place } from '../../content/index.ts';
import { both } from '../release-pair.ts';
import type { UpgradeFinding } from '../upgrade-finding.ts';
import { newVersion, whoeverWritesSuch } from './hit-words.ts';
import { isImplied } from './rule-implication.ts';
import { ruleWords } from './rule-words.ts';
import type { SchemaPair } from './schema-pair.ts';

/** Rules in CEL that weren't asked for before. One that has gone hits nobody. */
export function* ruleFindings(pair: SchemaPair): Generator<UpgradeFinding> {
  const [before, after] = both(pair, (schema) => schema.at('x-kubernetes-validations').items);
  const meaning = (rule: Place) => ruleWords(textOf(rule));
  const known = new Set(before.map(meaning));
  const present = new Set(after.map(meaning));
  const gone = before.filter((rule) => !present.has(meaning(rule)));
  const fresh = after.filter((rule) => !known.has(meaning(rule)) && !isKept(rule, before));
  for (const rule of fresh) {
    const alike = gone.filter((old) => wordsOf(old) === wordsOf(rule));
    // Without words, one that has gone where one has come is taken for the same.
    const isSure = wordsOf(rule) !== undefined || (alike.length === 1 && fresh.length === 1);
    const predecessor = isSure ? alike[0] : undefined;
    yield predecessor === undefined ? added(pair, rule) : changed(pair, rule, predecessor);
  }
}

/**
 * Whether the rules of before ask for it already. One about changes is left to people: where there is no old value, it asks
 * for nothing.
 */
function isKept(rule: Place, before: readonly Place[]): boolean {
  const steady = before.filter((each) => !isTransition(each));
  return !isTransition(rule) && isImplied(textOf(rule), steady.map(textOf));
}

function added(pair: SchemaPair, rule: Place): UpgradeFinding {
  return pair.changed({
    severity: 'breaking',
    rule: 'rule-added',
    at: rule,
    what: `has to obey the rule ${textOf(rule)}`,
    hits: isTransition(rule) ? whoeverChanges : whoeverWritesSuch,
    remedy: newVersion,
  });
}

function changed(pair: SchemaPair, rule: Place, predecessor: Place): UpgradeFinding {
  const hits = isTransition(rule) ? whoeverChanges : whoeverWritesSuch;
  return pair.changed({
    severity: 'risky',
    rule: 'rule-changed',
    at: rule,
    what: `has to obey the rule ${textOf(rule)}, and had to obey ${textOf(predecessor)}`,
    hits: `whether all that obeyed before does so now can't be told; if not, ${hits}`,
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
