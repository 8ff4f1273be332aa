import { formatObjectKey } from '../../api/index.ts';
import type { IndexFunction } from '../cache/index.ts';

/** Indexes volume claims by their names without the ordinal, as keys. */
export const byClaimSeries: IndexFunction = ({ metadata: { namespace, name } }) => {
  const series = claimSeriesOf(name);
  return series === undefined ? [] : [formatObjectKey({ namespace, name: series })];
};

/** The name of a volume claim without its ordinal: `data-db-0` → `data-db`; undefined if it has none. */
export function claimSeriesOf(name: string): string | undefined {
  return /^(.+)-\d+$/.exec(name)?.[1];
}
