import { type BundleContent, serviceAnnotation } from '../../../content/index.ts';

/** Returns true if the operator supports disconnected clusters, by its annotation. */
export function claimsDisconnected(bundle: BundleContent): boolean {
  return serviceAnnotation(bundle, 'features.operators.openshift.io/disconnected').text === 'true';
}
