import { openShiftFeatures } from '../../../../constructs/index.ts';
import type { BundleRule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';

const features: readonly string[] = openShiftFeatures;

/** Rules for the annotations of the ClusterServiceVersion with a boolean. */
export const featureAnnotationRules: readonly BundleRule[] = [
  serviceVersionRule({
    id: 'boolean-annotation',
    demand: 'Boolean annotations, such as certified and those of OpenShift’s features, are "true" or "false".',
    *check(serviceVersion) {
      for (const [name, place] of serviceVersion.at('metadata', 'annotations').fields) {
        if (!isBooleanAnnotation(name) || place.text === undefined || /^(?:true|false)$/.test(place.text)) continue;
        yield { place, what: `'${place.text}' is neither "true" nor "false"`, remedy: 'write one of the two' };
      }
    },
  }),
  serviceVersionRule({
    id: 'feature-annotation',
    demand: 'The features in annotations are those that OpenShift knows.',
    *check(serviceVersion) {
      for (const [name, place] of serviceVersion.at('metadata', 'annotations').fields) {
        const [, feature] = /^features\.operators\.openshift\.io\/(.*)$/.exec(name) ?? [];
        if (feature === undefined || features.includes(feature)) continue;
        yield { place, what: `OpenShift knows no feature ${feature}`, remedy: `write one of ${features.join(', ')}` };
      }
    },
  }),
];

function isBooleanAnnotation(name: string): boolean {
  return (
    name === 'certified' ||
    name === 'operatorframework.io/cluster-monitoring' ||
    name === 'console.openshift.io/disable-operand-delete' ||
    features.some((feature) => name === `features.operators.openshift.io/${feature}`)
  );
}
