import gt from 'semver/functions/gt.js';
import lt from 'semver/functions/lt.js';
import { rangeFlaw } from '../../notation/range-flaw.ts';
import { VersionRange } from '../../notation/version-range.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import { type OfferedEntry, offeredChannels } from '../content/offered-channel.ts';

/** Rules for the version ranges that update directly to an entry. */
export const entrySkipRangeRules: readonly CatalogRule[] = [
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
          const covered = entries
            .filter(
              (other) => other.version !== undefined && !lt(other.version, version) && range.includes(other.version),
            )
            .reduce<OfferedEntry | undefined>(
              (newest, other) => (isNewerThanEntry(other, newest) ? other : newest),
              undefined,
            );
          if (covered === undefined) continue;
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

function isNewerThanEntry({ version }: OfferedEntry, other: OfferedEntry | undefined): boolean {
  return other?.version === undefined || (version !== undefined && gt(version, other.version));
}
