import { type BadObject, badObjects } from '../../../.config/built-in-rule.ts';
import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';
import { knownDifferences } from './built-in-difference.ts';
import { withAccount } from './built-in-path.ts';

/** Stands for the namespace of a case. */
const placeholder = 'NAMESPACE';

function isCompared({ definition, name, change }: BadObject): boolean {
  const differences = knownDifferences[`${definition.replace('io.k8s.api.', '')}.${name}`] ?? '';
  return !differences.split(' ').includes(change);
}

const byResource = Map.groupBy(badObjects(placeholder).filter(isCompared), ({ resource }) => resource);

/** Valid objects of all kinds with one bad field each, created in a dry run. */
export const builtInFieldCases: readonly ConformanceCase[] = [...byResource].map(
  ([resource, bad]): ConformanceCase => ({
    title: `refuses bad fields of ${resource}`,
    run: async (session) => {
      await withAccount(session);
      for (const { path, object } of bad) {
        const text = JSON.stringify(object).replaceAll(placeholder, session.namespace);
        await session.postForStatus(path.replace(placeholder, session.namespace), JSON.parse(text) as JsonObject);
      }
    },
  }),
);
