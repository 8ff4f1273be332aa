// In: the webhooks of two releases. Out: whom the new ones refuse, or keep waiting, that the old ones let pass.
// Called by `upgradeFindings`.

import { isDeepStrictEqual } from 'node:util';
import type { Place } from '../../content/index.ts';
import { both, type Kept, paired, type ReleasePair } from '../release-pair.ts';
import { shown } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { written } from '../written-value.ts';
import { moreAsked } from './admission-rule.ts';
import { type OwnKinds, ownKinds } from './own-kind.ts';
import { isAtLeastAsNarrow } from './selector.ts';

const whoeverWrites = 'clients that write such objects: a write may be refused or changed that went through before';

/** Webhooks that are new, that are asked more often, or whose silence refuses more. */
export function* webhookFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, admissionWebhooks);
  const own = ownKinds(releases);
  const { kept, gone, added } = paired(old, present, identity);
  for (const webhook of withoutRenamed(added, gone)) {
    const rules = webhook.at('rules').items;
    if (rules.length > 0 && rules.every(own.areNew)) continue;
    yield upgradeFinding(webhook, {
      severity: 'risky',
      rule: 'webhook-added',
      what: `the ${titleOf(webhook)} is new`,
      hits: whoeverWrites,
      remedy: 'let it warn first and refuse in a later release, or have it let pass what was stored before',
    });
  }
  for (const webhook of withoutRenamed(gone, added)) {
    if (webhook.at('type').text !== 'MutatingAdmissionWebhook') continue;
    yield upgradeFinding(webhook, {
      severity: 'risky',
      rule: 'webhook-removed',
      what: `the ${titleOf(webhook)} is gone`,
      hits: 'clients that rely on what it fills in',
      remedy: 'let the schema say these defaults',
    });
  }
  for (const webhook of kept) yield* strictnessFindings(webhook, own);
}

function* strictnessFindings({ before, after }: Kept, own: OwnKinds): Generator<UpgradeFinding> {
  const title = titleOf(after);
  const told = { severity: 'risky', rule: 'webhook-stricter' } as const;
  for (const rule of after.at('rules').items.filter((each) => !own.areNew(each))) {
    for (const more of moreAsked(rule, before.at('rules').items, own)) {
      yield upgradeFinding(rule, {
        ...told,
        what: `the ${title} is asked about ${more}, too`,
        hits: whoeverWrites,
        remedy: 'have it let pass what was let pass before, or warn first',
      });
    }
  }
  const policy = (webhook: Place) => webhook.at('failurePolicy').text ?? 'Fail';
  if (policy(before) === 'Ignore' && policy(after) === 'Fail') {
    yield upgradeFinding(after.at('failurePolicy'), {
      ...told,
      what: `the ${title}: failurePolicy Ignore → Fail`,
      hits: "clients that write such objects while the operator doesn't answer: they are refused",
      remedy: 'leave it at Ignore, or run more than one replica',
    });
  }
  const timeout = (webhook: Place) => Number(webhook.at('timeoutSeconds').value ?? 10);
  if (timeout(after) < timeout(before)) {
    yield upgradeFinding(after.at('timeoutSeconds'), {
      ...told,
      what: `the ${title}: timeoutSeconds ${timeout(before)} → ${timeout(after)}`,
      hits: `clients that write such objects while the operator is slow: they are ${policy(after) === 'Fail' ? 'refused' : 'not looked at'} sooner`,
      remedy: 'keep the time',
    });
  }
  const takesDryRuns = (webhook: Place) => ['None', 'NoneOnDryRun'].includes(webhook.at('sideEffects').text ?? '');
  if (takesDryRuns(before) && !takesDryRuns(after)) {
    yield upgradeFinding(after.at('sideEffects'), {
      ...told,
      what: `the ${title}: sideEffects ${shown(before.at('sideEffects').text)} → ${shown(after.at('sideEffects').text)}`,
      hits: 'clients that try a write out, as `kubectl diff` and GitOps tools do: dry runs of such writes are refused; API servers that know v1 webhooks only refuse the webhook itself',
      remedy: 'have it do nothing beyond its answer in a dry run, and say NoneOnDryRun',
    });
  }
  for (const field of ['objectSelector', 'matchPolicy'] as const) {
    const [was, is] = [before.at(field).value, after.at(field).value];
    if (isDeepStrictEqual(was ?? absent[field], is ?? absent[field])) continue;
    if (field === 'objectSelector' && isAtLeastAsNarrow(after.at(field), before.at(field))) continue;
    yield upgradeFinding(after.at(field), {
      ...told,
      what: `the ${title}: ${field} ${shown(was)} → ${shown(is)}`,
      hits: 'clients: other objects than before are looked at',
      remedy: 'keep it, or make sure that it is asked about no more objects than before',
    });
  }
  if (before.at('webhookPath').text !== after.at('webhookPath').text) {
    yield upgradeFinding(after.at('webhookPath'), {
      ...told,
      what: `the ${title} is served at ${shown(after.at('webhookPath').text)}, and was at ${shown(before.at('webhookPath').text)}`,
      hits: 'clients that write such objects during the upgrade: pods of the old release answer there, and know one path only',
      remedy: 'keep the path: it comes from the webhook’s construct id and kind',
    });
  }
}

/** What is meant where nothing is said. */
const absent = { objectSelector: {}, matchPolicy: 'Equivalent' };

function admissionWebhooks(bundle: ReleasePair['before']): readonly Place[] {
  const all = bundle.clusterServiceVersion.at('spec', 'webhookdefinitions').items;
  return all.filter((webhook) => webhook.at('type').text !== 'ConversionWebhook');
}

/** Type and name: webhooks of both types may have one name. */
function identity(webhook: Place): string | undefined {
  const [type = '', name] = ['type', 'generateName'].map((field) => webhook.at(field).text);
  return name === undefined ? undefined : `${type} ${name}`;
}

/** What is left of webhooks when each of the others, by another name, is taken for one of them. */
function withoutRenamed(webhooks: readonly Place[], others: readonly Place[]): readonly Place[] {
  const renamed = Map.groupBy(others, namelessly);
  return [...Map.groupBy(webhooks, namelessly)].flatMap(([content, same]) =>
    same.slice(renamed.get(content)?.length ?? 0),
  );
}

/** All that a webhook is but its name, which clients feel nothing of. */
function namelessly(webhook: Place): string {
  const rest = webhook.fields.filter(([field]) => field !== 'generateName');
  return written(Object.fromEntries(rest.map(([field, { value }]) => [field, value])));
}

function titleOf(webhook: Place): string {
  const isMutating = webhook.at('type').text === 'MutatingAdmissionWebhook';
  return `${isMutating ? 'mutating' : 'validating'} webhook ${webhook.at('generateName').text}`;
}
