// Enters: an API server of $KUBEBUILDER_ASSETS that is ready. Leaves: a sentence on standard error if it is of another minor
// than all that the library has besides. Not an error: whoever sets that variable may want to test with another release.
// Called by RunningComponents.

import type { ApiServer } from './api-server.ts';
import { releaseModule } from './release.ts';

const told = new Set<string>();

/** Tells, once in a process, that an API server isn't of the release that the library is made with. */
export async function reportAssetRelease(api: ApiServer, signal: AbortSignal): Promise<void> {
  const [{ body }, { kubernetes }] = await Promise.all([api.get('/version', signal), releaseModule('current')]);
  const warning = assetWarning(release(body), kubernetes);
  if (warning === undefined || told.has(warning)) return;
  told.add(warning);
  process.stderr.write(`${warning}\n`);
}

/** What to say of an API server of the release `found` where all else is `expected`; nothing if their minors are the same. */
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

/** What an API server says that it is. */
function release(body: string): string {
  return /"gitVersion":\s*"([^"]+)"/.exec(body)?.[1] ?? 'of an unknown release';
}
