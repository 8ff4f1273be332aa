import gt from 'semver/functions/gt.js';
import lt from 'semver/functions/lt.js';
import { nearestName } from '../../../schema/index.ts';
import { placeRule } from '../../finding/content-rule.ts';
import { repetitions } from '../../finding/repetition.ts';
import { rangeFlaw, VersionRange } from '../../notation/version-range.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import { offeredChannels } from '../content/offered-channel.ts';

/** Rules for single channels and their entries. */
export const channelRules: readonly CatalogRule[] = [
  placeRule({
    id: 'channel-name',
    demand: 'A channel has a name.',
    rejection: { by: 'opm', message: 'contains channel with no name' },
    at: (catalog) => catalog.channels().map((channel) => channel.at('name')),
    isRight: ({ hasText }) => hasText,
    what: 'it has no name',
    remedy: 'write one such as stable',
  }),
  {
    id: 'channel-entries',
    demand: 'A channel has entries, each with the name of another bundle.',
    rejection: { by: 'opm', message: 'channel must contain at least one bundle' },
    *check(catalog) {
      for (const entries of catalog.channels().map((channel) => channel.at('entries'))) {
        const { items } = entries;
        if (items.length === 0) {
          yield { place: entries, what: 'it has no release', remedy: 'name one, or leave the channel out' };
        }
        for (const entry of items.filter((each) => !each.at('name').hasText)) {
          yield { place: entry.at('name'), what: 'it has no name', remedy: 'write that of a bundle' };
        }
        for (const { item: place, key } of repetitions(items, (entry) => entry.at('name').text)) {
          yield { place, what: `${key} occurs twice`, remedy: 'write one complete entry' };
        }
      }
    },
  },
  {
    id: 'channel-entry-field',
    demand: 'An entry of a channel has only fields that OLM knows: it drops others silently.',
    *check(catalog) {
      for (const entry of catalog.channels().flatMap((channel) => channel.at('entries').items)) {
        for (const [name, place] of entry.fields) {
          if (entryFields.includes(name)) continue;
          const meant = nearestName(name, entryFields);
          yield {
            place,
            what: `there is no field ${name} in an entry, and OLM drops it`,
            remedy: meant === undefined ? `leave it out, or write one of ${entryFields.join(', ')}` : `write ${meant}`,
          };
        }
      }
    },
  },
  {
    id: 'channel-bundle',
    demand: 'Each entry of a channel is a bundle of the package.',
    rejection: { by: 'opm', message: 'no olm.bundle blobs found in package "…" for olm.channel entries' },
    *check(catalog) {
      for (const { packageName, bundles, entries } of offeredChannels(catalog)) {
        for (const { place, name } of entries.filter((entry) => !bundles.versions.has(entry.name))) {
          yield {
            place: place.at('name'),
            cause: bundles.places,
            what: `no olm.bundle of ${packageName} is called ${name}`,
            remedy: 'write the bundle, or leave the entry out',
          };
        }
      }
    },
  },
  {
    id: 'channel-skip-range',
    demand: 'A skipRange is a range of versions.',
    rejection: { by: 'opm', message: 'invalid skipRange "…"' },
    *check(catalog) {
      for (const { entries } of offeredChannels(catalog)) {
        for (const { place, skipRange } of entries) {
          const flaw = skipRange === undefined ? undefined : rangeFlaw(skipRange);
          if (flaw !== undefined) yield { place: place.at('skipRange'), ...flaw };
        }
      }
    },
  },
  {
    id: 'channel-skip-range-order',
    demand: 'A skipRange covers versions that are older than the release.',
    *check(catalog) {
      for (const { entries } of offeredChannels(catalog)) {
        for (const { place, name, version, skipRange } of entries) {
          const range = VersionRange.parse(skipRange ?? '');
          if (range === undefined || version === undefined) continue;
          const [first, ...others] = entries
            .flatMap((other) => (other.version === undefined ? [] : { name: other.name, version: other.version }))
            .filter((other) => !lt(other.version, version) && range.includes(other.version));
          if (first === undefined) continue;
          const covered = others.reduce((newest, other) => (gt(other.version, newest.version) ? other : newest), first);
          yield {
            place: place.at('skipRange'),
            what:
              covered.name === name
                ? `it covers ${version} itself`
                : `it covers ${covered.name}, which is newer: clusters would go back to ${name}`,
            remedy: `end it below the release: <${version}`,
          };
        }
      }
    },
  },
];

const entryFields = ['name', 'replaces', 'skips', 'skipRange'];
