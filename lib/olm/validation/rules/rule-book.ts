// All rules, in the order of their findings.

import type { BundleRule } from '../bundle-rule.ts';
import { accessRules } from './access/access.ts';
import { bindingRules } from './access/binding.ts';
import { permissionRules } from './access/permission.ts';
import { rightRules } from './access/right.ts';
import { rightResourceRules } from './access/right-resource.ts';
import { definitionRules } from './definition/definition.ts';
import { definitionColumnRules } from './definition/definition-column.ts';
import { descriptorRules } from './definition/descriptor.ts';
import { exampleRules } from './definition/example.ts';
import { exampleDescriptorRules } from './definition/example-descriptor.ts';
import { ownedRules } from './definition/owned.ts';
import { removedApiRules } from './definition/removed-api.ts';
import { resourceAnnotationRules } from './definition/resource-annotation.ts';
import { schemaEffectRules } from './definition/schema-effect.ts';
import { bundleAnnotationRules } from './form/bundle-annotation.ts';
import { clusterServiceVersionRules } from './form/cluster-service-version.ts';
import { dependencyRules } from './form/dependency.ts';
import { dockerfileRules } from './form/dockerfile.ts';
import { documentRules } from './form/document.ts';
import { fieldRules } from './form/field.ts';
import { layoutRules } from './form/layout.ts';
import { manifestKindRules } from './form/manifest-kind.ts';
import { propertyRules } from './form/property.ts';
import { scorecardRules } from './form/scorecard.ts';
import { sizeRules } from './form/size.ts';
import { refusedObjectRules } from './object/refused-object.ts';
import { annotationFormRules } from './release/annotation-form.ts';
import { catalogAnnotationRules } from './release/catalog-annotation.ts';
import { earlierReleaseRules } from './release/earlier-release.ts';
import { iconRules } from './release/icon.ts';
import { installModeRules } from './release/install-mode.ts';
import { kubernetesVersionRules } from './release/kubernetes-version.ts';
import { platformRules } from './release/platform.ts';
import { publisherRules } from './release/publisher.ts';
import { relatedImageRules } from './release/related-image.ts';
import { releaseNameRules } from './release/release-name.ts';
import { requirementRules } from './release/requirement.ts';
import { conversionRules } from './webhook/conversion.ts';
import { webhookRules } from './webhook/webhook.ts';
import { webhookRequestRules } from './webhook/webhook-request.ts';
import { webhookResourceRules } from './webhook/webhook-resource.ts';
import { webhookServiceRules } from './webhook/webhook-service.ts';
import { argumentRules } from './workload/argument.ts';
import { argumentAddressRules } from './workload/argument-address.ts';
import { containerRules } from './workload/container.ts';
import { deploymentRules } from './workload/deployment.ts';
import { extraRules } from './workload/extra.ts';
import { imageRules } from './workload/image.ts';
import { serviceRules } from './workload/service.ts';
import { variableRules } from './workload/variable.ts';
import { volumeRules } from './workload/volume.ts';
import { volumeContentRules } from './workload/volume-content.ts';

/** Rules for files, for the form of their content, and for metadata. */
export const bundleFormRules: readonly BundleRule[] = [
  ...layoutRules,
  ...documentRules,
  ...sizeRules,
  ...manifestKindRules,
  ...clusterServiceVersionRules,
  ...fieldRules,
  ...bundleAnnotationRules,
  ...scorecardRules,
  ...dockerfileRules,
  ...dependencyRules,
  ...propertyRules,
];

/** Rules for the meaning of manifests, alone and together. */
export const meaningRules: readonly BundleRule[] = [
  ...releaseNameRules,
  ...earlierReleaseRules,
  ...installModeRules,
  ...kubernetesVersionRules,
  ...requirementRules,
  ...annotationFormRules,
  ...catalogAnnotationRules,
  ...publisherRules,
  ...iconRules,
  ...platformRules,
  ...relatedImageRules,
  ...deploymentRules,
  ...containerRules,
  ...variableRules,
  ...volumeRules,
  ...volumeContentRules,
  ...argumentRules,
  ...argumentAddressRules,
  ...imageRules,
  ...webhookRules,
  ...webhookServiceRules,
  ...webhookRequestRules,
  ...webhookResourceRules,
  ...conversionRules,
  ...permissionRules,
  ...accessRules,
  ...rightRules,
  ...rightResourceRules,
  ...bindingRules,
  ...serviceRules,
  ...extraRules,
  ...definitionRules,
  ...schemaEffectRules,
  ...definitionColumnRules,
  ...descriptorRules,
  ...exampleRules,
  ...exampleDescriptorRules,
  ...ownedRules,
  ...removedApiRules,
  ...resourceAnnotationRules,
  ...refusedObjectRules,
];

/** Rule → the former rules whose mistakes it finds now. */
const formerRules: Readonly<Record<string, string>> = {
  'object-required': `
    access-rule container-missing definition-approval definition-conversion-strategy definition-schema-missing
    pod-dns permission-account secret-type`,
  'object-value': `
    annotation-name container-limits container-name container-port container-privilege container-probe-threshold
    container-resource definition-column definition-deprecation definition-name
    definition-preserve-unknown-fields definition-scale definition-words deployment-deadline deployment-labels
    deployment-name deployment-rolling-update deployment-selector extra-data-key field-bound host-port label
    pod-affinity toleration variable-source volume-mount-path volume-name volume-projected-path volume-sub-path
    webhook-port webhook-selector webhook-timeout`,
  'object-length': 'annotation-size data-size',
  'object-forbidden': 'container-init deployment-strategy volume-source',
  'object-choice': 'deployment-restart volume-field',
  'field-type': 'extra-data field-time quantity',
  'object-reference': 'volume-mount',
  choice: 'webhook-policy webhook-side-effects webhook-type',
};

/** Former rule → the rule that finds its mistakes now, by id. The ids are never used again. */
export const retiredRules: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(formerRules)
    .flatMap(([rule, former]) =>
      former
        .trim()
        .split(/\s+/)
        .map((id) => [id, rule] as const),
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

/** All rules for bundles. */
export const rules: readonly BundleRule[] = [...bundleFormRules, ...meaningRules];
