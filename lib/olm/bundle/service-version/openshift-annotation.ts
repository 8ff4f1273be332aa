import { definitionName } from '../../../api/index.ts';
import { askedFeatures, type BundleProps } from '../../../constructs/index.ts';

/**
 * Returns the annotations of a ClusterServiceVersion that OpenShift's console and catalogs read.
 *
 * @see https://docs.redhat.com/en/documentation/openshift_container_platform/4.18/html/operators/developing-operators
 */
export function openshiftAnnotations({ openshift, internalKinds = [] }: BundleProps): Record<string, string> {
  const { features = {}, validSubscriptions = [], consolePlugins = [], ...console } = openshift ?? {};
  const asked = openshift === undefined ? {} : Object.fromEntries(askedFeatures.map((feature) => [feature, false]));
  const internal = internalKinds.map(({ definition }) => definitionName(definition));
  return {
    ...Object.fromEntries(
      Object.entries({ ...asked, ...features }).map(([name, value]) => [
        `features.operators.openshift.io/${name}`,
        String(value),
      ]),
    ),
    ...(validSubscriptions.length > 0 && {
      'operators.openshift.io/valid-subscription': JSON.stringify(validSubscriptions),
    }),
    ...(console.hasClusterMonitoring === true && { 'operatorframework.io/cluster-monitoring': 'true' }),
    ...(consolePlugins.length > 0 && { 'console.openshift.io/plugins': JSON.stringify(consolePlugins) }),
    ...(console.keepsResources === true && { 'console.openshift.io/disable-operand-delete': 'true' }),
    ...(internal.length > 0 && { 'operators.operatorframework.io/internal-objects': JSON.stringify(internal) }),
  };
}
