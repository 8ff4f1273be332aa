// In: an API server of $KUBEBUILDER_ASSETS that is ready. Out: a sentence on standard error if its minor differs from
// that of the library's other programs. Not an error: a user who sets the variable may want to test with another
// release. Called by RunningComponents.

import type { ApiServer } from './api-server.ts';
import { releaseModule } from './release.ts';

const reported = new Set<string>();

/** Reports, once in a process, that an API server isn't of the library's release. */
export async function reportAssetRelease(api: ApiServer, signal: AbortSignal): Promise<void> {
  const [{ body }, { kubernetes }] = await Promise.all([api.get('/version', signal), releaseModule('current')]);
  const warning = assetWarning(release(body), kubernetes);
  if (warning === undefined || reported.has(warning)) return;
  reported.add(warning);
  process.stderr.write(`${warning}\n`);
}

/**
 * Returns the warning for an API server of the release `found` beside programs of `expected`; undefined if their minors
 * are equal.
 */
export function assetWarning(found: string, expected: string): string | undefined {
  if (minor(found) === minor(expected)) return undefined;
  return (
    `the API server of KUBEBUILDER_ASSETS is Kubernetes ${found}, and programs that aren't beside it are ${expected}: ` +
    'put a scheduler and controllers of its release beside it, or pods may stay Pending, or unset the variable'
  );
}

function minor(release: string): string | undefined {
  return /^v\d+\.\d+/.exec(release)?.[0];
}

function release(body: string): string {
  return /"gitVersion":\s*"([^"]+)"/.exec(body)?.[1] ?? 'of an unknown release';
}
