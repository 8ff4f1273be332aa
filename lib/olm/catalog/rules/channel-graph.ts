import gt from 'semver/functions/gt.js';
import { memoized } from '../../content/index.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import { type OfferedBundles, offeredChannels } from '../content/offered-channel.ts';

/** Rules for the update graph of a channel: updates lead from each release to the newest one. */
export const channelGraphRules: readonly CatalogRule[] = [
  {
    id: 'channel-head',
    demand: 'A channel has one newest release: one entry that no other replaces or skips.',
    rejection: { by: 'opm', message: 'multiple channel heads found in graph' },
    *check(catalog) {
      for (const { place, entries, graph } of offeredChannels(catalog)) {
        const { heads, cycles } = graph;
        // Another rule reports a cycle.
        if (heads.length === 1 || entries.length === 0 || (heads.length === 0 && cycles.length > 0)) continue;
        yield heads.length === 0
          ? {
              place: place.at('entries'),
              what: 'it has no newest release: each is replaced or skipped',
              remedy: 'let no release replace the newest one',
            }
          : {
              place: place.at('entries'),
              what: `it has ${heads.length} newest releases: ${heads.join(', ')}`,
              remedy: 'replace or skip each but one by a newer release',
            };
      }
    },
  },
  {
    id: 'channel-cycle',
    demand: 'The entries of a channel don’t replace each other in a cycle.',
    rejection: { by: 'opm', message: 'detected cycle in replaces chain of upgrade graph' },
    *check(catalog) {
      for (const { place, graph } of offeredChannels(catalog)) {
        for (const cycle of graph.cycles) {
          yield {
            place: place.at('entries'),
            what: `its releases replace each other in a cycle: ${cycle.join(' → ')}`,
            remedy: 'let each replace an older one',
          };
        }
      }
    },
  },
  {
    id: 'channel-stranded',
    demand: 'Each entry that isn’t skipped is reached from the newest one by `replaces`.',
    rejection: { by: 'opm', message: 'channel contains one or more stranded bundles' },
    *check(catalog) {
      for (const { entries, graph } of offeredChannels(catalog)) {
        if (!graph.hasChain) continue;
        const { stranded } = graph;
        for (const { place, name } of entries.filter((entry) => stranded.has(entry.name))) {
          yield {
            place,
            what: `no update leads from ${name} to ${graph.heads.join()}`,
            remedy: 'let an entry that leads there replace or skip it',
          };
        }
      }
    },
  },
  {
    id: 'channel-stuck',
    demand: 'Each entry that is skipped is updated to one that isn’t.',
    *check(catalog) {
      for (const { entries, graph } of offeredChannels(catalog)) {
        if (!graph.hasChain) continue;
        const { stuck } = graph;
        for (const { place, name } of entries.filter((entry) => stuck.has(entry.name))) {
          yield {
            place,
            what: `only skipped releases skip ${name}: clusters with it get no updates`,
            remedy: 'let one that isn’t skipped also skip or replace it',
          };
        }
      }
    },
  },
  {
    id: 'channel-replaces',
    demand: 'A release replaces an older one.',
    *check(catalog) {
      for (const { entries, graph } of offeredChannels(catalog)) {
        const versions = new Map(entries.map(({ name, version }) => [name, version]));
        const cycles = new Map(graph.cycles.flatMap((cycle) => cycle.map((name) => [name, cycle] as const)));
        for (const { place, name, version, replaces, skips } of entries) {
          const replaced = [
            ...(replaces === undefined ? [] : [{ place: place.at('replaces'), name: replaces }]),
            ...skips.map((skipped) => ({ place: place.at('skips'), name: skipped })),
          ];
          for (const older of replaced) {
            const replacedVersion = versions.get(older.name);
            if (older.name === name || version === undefined || replacedVersion === undefined) continue;
            if (!gt(replacedVersion, version)) continue;
            if (cycles.has(name) && cycles.get(name) === cycles.get(older.name)) continue;
            yield {
              place: older.place,
              what: `${name} replaces ${older.name}, which is newer`,
              remedy: 'let the newer release replace the older one',
            };
          }
        }
      }
    },
  },
  {
    id: 'channel-skips',
    demand: 'A skipped release has a name, and is another release.',
    rejection: { by: 'opm', message: 'skip[…] is empty' },
    *check(catalog) {
      for (const channel of catalog.channels()) {
        for (const entry of channel.at('entries').items) {
          for (const place of entry.at('skips').items) {
            if (!place.hasText) {
              yield { place, what: 'it is empty', remedy: 'name a bundle, or leave it out' };
            } else if (place.text === entry.at('name').text) {
              yield { place, what: `${place.text} skips itself`, remedy: 'leave it out' };
            }
          }
        }
      }
    },
  },
  {
    id: 'channel-skips-unknown',
    demand: 'A skipped release is named once, and as the bundles of the package are: it may no longer be offered.',
    *check(catalog) {
      for (const { packageName, bundles, entries } of offeredChannels(catalog)) {
        const stems = nameStems(bundles);
        for (const { place, skips } of entries) {
          const named = new Set<string>();
          for (const skipped of skips) {
            const isRepeated = named.has(skipped);
            named.add(skipped);
            if (stems.has(nameWithoutVersion(skipped)) && !isRepeated) continue;
            yield isRepeated
              ? { place: place.at('skips'), what: `${skipped} occurs twice`, remedy: 'leave one out' }
              : {
                  place: place.at('skips'),
                  what: `no bundle of ${packageName} has a name like ${skipped}`,
                  remedy: `write the name of a release, such as ${entries[0]?.name ?? packageName}`,
                };
          }
        }
      }
    },
  },
];

const nameStems = memoized(
  ({ places }: OfferedBundles): ReadonlySet<string> => new Set(places.map(({ text }) => nameWithoutVersion(text))),
);

function nameWithoutVersion(name = ''): string {
  return name
    .split(/\d/, 1)
    .join('')
    .replace(/\.?v?$/, '');
}
