import { builtInSamples, namedSample } from '../../../.config/built-in-sample.ts';
import type { ConformanceCase } from '../session.ts';
import { collectionPath, withAccount } from './built-in-path.ts';

/** The real server warns of the kind, which the embedded one doesn't. */
const deprecated = 'v1/endpoints';

/** Valid objects of all kinds, created in a dry run. */
export const builtInDefaultCases: readonly ConformanceCase[] = Object.entries(builtInSamples)
  .filter(([resource]) => resource !== deprecated)
  .flatMap(([resource, samples]) =>
    Object.entries(samples).map(
      ([title, sample]): ConformanceCase => ({
        title: `adds defaults to ${resource}: ${title}`,
        run: async (session) => {
          await withAccount(session);
          await session.post(`${collectionPath(session, resource)}?dryRun=All`, namedSample(sample, session.namespace));
        },
      }),
    ),
  );
