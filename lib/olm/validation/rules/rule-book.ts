// All rules, in the order in which their findings are told.

import type { Rule } from '../rule.ts';
import { accessRules } from './access.ts';
import { accessRuleRules } from './access-rule.ts';
import { annotationFormRules } from './annotation-form.ts';
import { argumentRules } from './argument.ts';
import { argumentAddressRules } from './argument-address.ts';
import { argumentVariableRules } from './argument-variable.ts';
import { bindingRules } from './binding.ts';
import { bundleAnnotationRules } from './bundle-annotation.ts';
import { catalogAnnotationRules } from './catalog-annotation.ts';
import { choiceRules } from './choice.ts';
import { clusterServiceVersionRules } from './cluster-service-version.ts';
import { containerRules } from './container.ts';
import { containerPortRules } from './container-port.ts';
import { conversionRules } from './conversion.ts';
import { definitionRules } from './definition.ts';
import { definitionColumnRules } from './definition-column.ts';
import { definitionConversionRules } from './definition-conversion.ts';
import { definitionVersionRules } from './definition-version.ts';
import { dependencyRules } from './dependency.ts';
import { deploymentRules } from './deployment.ts';
import { descriptorRules } from './descriptor.ts';
import { dockerfileRules } from './dockerfile.ts';
import { documentRules } from './document.ts';
import { exampleRules } from './example.ts';
import { exampleDescriptorRules } from './example-descriptor.ts';
import { extraRules } from './extra.ts';
import { featureAnnotationRules } from './feature-annotation.ts';
import { fieldRules } from './field.ts';
import { iconRules } from './icon.ts';
import { imageRules } from './image.ts';
import { installModeRules } from './install-mode.ts';
import { kubernetesVersionRules } from './kubernetes-version.ts';
import { layoutRules } from './layout.ts';
import { manifestKindRules } from './manifest-kind.ts';
import { ownedRules } from './owned.ts';
import { permissionRules } from './permission.ts';
import { platformRules } from './platform.ts';
import { propertyRules } from './property.ts';
import { publisherRules } from './publisher.ts';
import { quantityRules } from './quantity.ts';
import { relatedImageRules } from './related-image.ts';
import { releaseNameRules } from './release-name.ts';
import { removedApiRules } from './removed-api.ts';
import { requirementRules } from './requirement.ts';
import { resourceAnnotationRules } from './resource-annotation.ts';
import { scorecardRules } from './scorecard.ts';
import { securityRules } from './security.ts';
import { serviceRules } from './service.ts';
import { sizeRules } from './size.ts';
import { skipRangeRules } from './skip-range.ts';
import { variableRules } from './variable.ts';
import { volumeRules } from './volume.ts';
import { webhookRules } from './webhook.ts';
import { webhookResourceRules } from './webhook-resource.ts';
import { webhookRuleRules } from './webhook-rule.ts';
import { webhookServiceRules } from './webhook-service.ts';
import { webhookTargetRules } from './webhook-target.ts';

/** What is demanded of files, of the form of what they hold, and of metadata. */
export const formRules: readonly Rule[] = [
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

/** What is demanded of that which manifests mean, alone and together. */
export const meaningRules: readonly Rule[] = [
  ...releaseNameRules,
  ...skipRangeRules,
  ...installModeRules,
  ...kubernetesVersionRules,
  ...requirementRules,
  ...annotationFormRules,
  ...catalogAnnotationRules,
  ...featureAnnotationRules,
  ...publisherRules,
  ...iconRules,
  ...platformRules,
  ...relatedImageRules,
  ...deploymentRules,
  ...containerRules,
  ...containerPortRules,
  ...quantityRules,
  ...choiceRules,
  ...securityRules,
  ...variableRules,
  ...volumeRules,
  ...argumentRules,
  ...argumentAddressRules,
  ...argumentVariableRules,
  ...imageRules,
  ...webhookRules,
  ...webhookTargetRules,
  ...webhookServiceRules,
  ...webhookRuleRules,
  ...webhookResourceRules,
  ...conversionRules,
  ...permissionRules,
  ...accessRules,
  ...accessRuleRules,
  ...bindingRules,
  ...serviceRules,
  ...extraRules,
  ...definitionRules,
  ...definitionColumnRules,
  ...definitionConversionRules,
  ...definitionVersionRules,
  ...descriptorRules,
  ...exampleRules,
  ...exampleDescriptorRules,
  ...ownedRules,
  ...removedApiRules,
  ...resourceAnnotationRules,
];

/** All that is demanded of a bundle. */
export const rules: readonly Rule[] = [...formRules, ...meaningRules];
