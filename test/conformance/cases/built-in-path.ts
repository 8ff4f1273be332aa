import { builtInDiscovery } from '../../../lib/testing/embedded/built-in/built-in-types.ts';
import type { Session } from '../session.ts';

/** Returns the path of the objects of a built-in kind. @param resource - such as `apps/v1/deployments`. */
export function collectionPath(session: Session, resource: string): string {
  const cut = resource.lastIndexOf('/');
  const [version, plural] = [resource.slice(0, cut), resource.slice(cut + 1)];
  const root = version === 'v1' ? '/api/v1' : `/apis/${version}`;
  const isNamespaced = builtInDiscovery.resources[root]?.find(({ name }) => name === plural)?.namespaced === true;
  return isNamespaced ? `${root}/namespaces/${session.namespace}/${plural}` : `${root}/${plural}`;
}

/** Creates the account of pods, if the controllers haven't. */
export async function withAccount(session: Session): Promise<void> {
  await session.unrecorded('POST', session.path('serviceaccounts'), { metadata: { name: 'default' } });
}
