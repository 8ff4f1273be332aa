import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../../schema/index.ts';
import { isSelectorAsNarrow, type Place } from '../../content/index.ts';
import { both, type Kept, pairedParts, type ReleasePair } from '../release-pair.ts';
import { shownValue } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { addedRequests } from './added-request.ts';
import { type OwnKinds, ownKinds } from './own-kind.ts';

const affectedWriters = 'clients that write such objects: the webhook may reject or change writes that passed before';

/** Reports webhooks that are new, that match more requests, or whose failure rejects more. */
export function* webhookChanges(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, ({ clusterServiceVersion }) =>
    clusterServiceVersion
      .at('spec', 'webhookdefinitions')
      .items.filter((webhook) => webhook.at('type').text !== 'ConversionWebhook'),
  );
  const own = ownKinds(releases);
  const { kept, gone, added } = pairedParts(old, present, webhookIdentity);
  for (const webhook of withoutRenamedWebhooks(added, gone)) {
    const rules = webhook.at('rules').items;
    if (rules.length > 0 && rules.every(own.areNew)) continue;
    yield upgradeFinding(webhook, {
      severity: 'risky',
      rule: 'webhook-added',
      what: `the ${webhookTitle(webhook)} is new`,
      hits: affectedWriters,
      remedy: 'let it warn first and reject in a later release, or let it accept values that are already stored',
    });
  }
  for (const webhook of withoutRenamedWebhooks(gone, added)) {
    if (webhook.at('type').text !== 'MutatingAdmissionWebhook') continue;
    yield upgradeFinding(webhook, {
      severity: 'risky',
      rule: 'webhook-removed',
      what: `the ${webhookTitle(webhook)} is gone`,
      hits: 'clients that rely on its defaults',
      remedy: 'put these defaults into the schema',
    });
  }
  for (const webhook of kept) yield* webhookStrictnessFindings(webhook, own);
}

function* webhookStrictnessFindings({ before, after }: Kept, own: OwnKinds): Generator<UpgradeFinding> {
  const title = webhookTitle(after);
  const stricter = (place: Place, words: Pick<UpgradeFinding, 'what' | 'hits' | 'remedy'>) =>
    upgradeFinding(place, { severity: 'risky', rule: 'webhook-stricter', ...words });
  for (const rule of after.at('rules').items.filter((each) => !own.areNew(each))) {
    for (const more of addedRequests(rule, before.at('rules').items, own)) {
      yield stricter(rule, {
        what: `the ${title} also receives ${more}`,
        hits: affectedWriters,
        remedy: 'let it accept values that it accepted before, or warn first',
      });
    }
  }
  const policy = (webhook: Place) => webhook.at('failurePolicy').text ?? 'Fail';
  if (policy(before) === 'Ignore' && policy(after) === 'Fail') {
    yield stricter(after.at('failurePolicy'), {
      what: `the ${title}: failurePolicy Ignore → Fail`,
      hits: "clients that write such objects while the operator doesn't respond: their requests are rejected",
      remedy: 'leave it at Ignore, or run more than one replica',
    });
  }
  const timeout = (webhook: Place) => Number(webhook.at('timeoutSeconds').value ?? 10);
  if (timeout(after) < timeout(before)) {
    yield stricter(after.at('timeoutSeconds'), {
      what: `the ${title}: timeoutSeconds ${timeout(before)} → ${timeout(after)}`,
      hits: `clients that write such objects while the operator is slow: their requests are ${policy(after) === 'Fail' ? 'rejected' : 'not validated'} sooner`,
      remedy: 'keep the time',
    });
  }
  const takesDryRuns = (webhook: Place) => ['None', 'NoneOnDryRun'].includes(webhook.at('sideEffects').text ?? '');
  if (takesDryRuns(before) && !takesDryRuns(after)) {
    yield stricter(after.at('sideEffects'), {
      what: `the ${title}: sideEffects ${shownValue(before.at('sideEffects').text)} → ${shownValue(after.at('sideEffects').text)}`,
      hits: 'clients with dry runs, such as `kubectl diff` and GitOps tools: dry runs of such writes are rejected; API servers that know v1 webhooks only reject the webhook itself',
      remedy: 'give it no side effects in a dry run, and set NoneOnDryRun',
    });
  }
  for (const field of ['objectSelector', 'matchPolicy'] as const) {
    const [was, is] = [before.at(field).value, after.at(field).value];
    if (isDeepStrictEqual(was ?? absent[field], is ?? absent[field])) continue;
    if (field === 'objectSelector' && isSelectorAsNarrow(after.at(field), before.at(field))) continue;
    yield stricter(after.at(field), {
      what: `the ${title}: ${field} ${shownValue(was)} → ${shownValue(is)}`,
      hits: 'clients: the webhook receives other objects than before',
      remedy: 'keep it, or make sure that the webhook receives no more objects than before',
    });
  }
  if (before.at('webhookPath').text !== after.at('webhookPath').text) {
    yield stricter(after.at('webhookPath'), {
      what: `the ${title} is served at ${shownValue(after.at('webhookPath').text)}, and was at ${shownValue(before.at('webhookPath').text)}`,
      hits: 'clients that write such objects during the upgrade: pods of the old release serve only the old path',
      remedy: 'keep the path: it comes from the webhook’s construct id and kind',
    });
  }
}

/** The defaults of absent fields. */
const absent = { objectSelector: {}, matchPolicy: 'Equivalent' };

/** Returns type and name: webhooks of both types may have one name. */
function webhookIdentity(webhook: Place): string | undefined {
  const [type = '', name] = ['type', 'generateName'].map((field) => webhook.at(field).text);
  return name === undefined ? undefined : `${type} ${name}`;
}

/** Removes the webhooks that one of the others equals except for the name. */
function withoutRenamedWebhooks(webhooks: readonly Place[], others: readonly Place[]): readonly Place[] {
  const renamed = Map.groupBy(others, webhookTextWithoutName);
  return [...Map.groupBy(webhooks, webhookTextWithoutName)].flatMap(([content, same]) =>
    same.slice(renamed.get(content)?.length ?? 0),
  );
}

/** Returns the text of a webhook without its name, which clients don't notice. */
function webhookTextWithoutName(webhook: Place): string {
  const rest = webhook.fields.filter(([field]) => field !== 'generateName');
  return canonicalJson(Object.fromEntries(rest.map(([field, { value }]) => [field, value])));
}

function webhookTitle(webhook: Place): string {
  const isMutating = webhook.at('type').text === 'MutatingAdmissionWebhook';
  return `${isMutating ? 'mutating' : 'validating'} webhook ${webhook.at('generateName').text}`;
}
