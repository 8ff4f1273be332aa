// All rules, in the order of their findings.

import type { BundleRule } from '../rule.ts';
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
  ...definitionColumnRules,
  ...descriptorRules,
  ...exampleRules,
  ...exampleDescriptorRules,
  ...ownedRules,
  ...removedApiRules,
  ...resourceAnnotationRules,
  ...refusedObjectRules,
];

/** Former rule → the rule that finds its mistakes now. The codes are never used again. */
export const retiredRules: Readonly<Record<string, string>> = {
  'access-rule': 'object-required',
  'annotation-name': 'object-value',
  'annotation-size': 'object-length',
  'container-init': 'object-forbidden',
  'container-limits': 'object-value',
  'container-missing': 'object-required',
  'container-name': 'object-value',
  'container-port': 'object-value',
  'container-privilege': 'object-value',
  'container-probe-threshold': 'object-value',
  'container-resource': 'object-value',
  'data-size': 'object-length',
  'definition-approval': 'object-required',
  'definition-column': 'object-value',
  'definition-conversion-strategy': 'object-required',
  'definition-deprecation': 'object-value',
  'definition-name': 'object-value',
  'definition-preserve-unknown-fields': 'object-value',
  'definition-scale': 'object-value',
  'definition-schema-missing': 'object-required',
  'definition-words': 'object-value',
  'deployment-deadline': 'object-value',
  'deployment-labels': 'object-value',
  'deployment-name': 'object-value',
  'deployment-restart': 'object-choice',
  'deployment-rolling-update': 'object-value',
  'deployment-selector': 'object-value',
  'deployment-strategy': 'object-forbidden',
  'extra-data-key': 'object-value',
  'extra-data': 'field-type',
  'field-bound': 'object-value',
  'field-time': 'field-type',
  'host-port': 'object-value',
  label: 'object-value',
  'pod-affinity': 'object-value',
  'pod-dns': 'object-required',
  'permission-account': 'object-required',
  quantity: 'field-type',
  'secret-type': 'object-required',
  toleration: 'object-value',
  'variable-source': 'object-value',
  'volume-field': 'object-choice',
  'volume-mount': 'object-reference',
  'volume-mount-path': 'object-value',
  'volume-name': 'object-value',
  'volume-projected-path': 'object-value',
  'volume-source': 'object-forbidden',
  'volume-sub-path': 'object-value',
  'webhook-policy': 'choice',
  'webhook-port': 'object-value',
  'webhook-selector': 'object-value',
  'webhook-side-effects': 'choice',
  'webhook-timeout': 'object-value',
  'webhook-type': 'choice',
};

/** All rules for bundles. */
export const rules: readonly BundleRule[] = [...bundleFormRules, ...meaningRules];
