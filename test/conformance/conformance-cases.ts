import { pluginCases } from './cases/admission-plugin.ts';
import { applyCases } from './cases/apply.ts';
import { applyScaleCases } from './cases/apply-scale.ts';
import { applyVersionCases } from './cases/apply-version.ts';
import { authorizationCases } from './cases/authorization.ts';
import { builtInDefaultCases } from './cases/built-in-default.ts';
import { builtInFieldCases } from './cases/built-in-field.ts';
import { builtInStatusCases } from './cases/built-in-status.ts';
import { builtInTypeCases } from './cases/built-in-type.ts';
import { builtInUpdateCases } from './cases/built-in-update.ts';
import { builtInValidationCases } from './cases/built-in-validation.ts';
import { builtInVersionCases } from './cases/built-in-version.ts';
import { claimResizeCases } from './cases/claim-resize.ts';
import { createCases } from './cases/create.ts';
import { customCases } from './cases/custom.ts';
import { definitionCases } from './cases/definition.ts';
import { deleteCases } from './cases/delete.ts';
import { discoveryCases } from './cases/discovery.ts';
import { escalationCases } from './cases/escalation.ts';
import { eventSelectorCases } from './cases/event-selector.ts';
import { impersonationCases } from './cases/impersonation.ts';
import { kubectlApplyCases } from './cases/kubectl-apply.ts';
import { limitRangeCases } from './cases/limit-range.ts';
import { machineryCases } from './cases/machinery.ts';
import { nameCases } from './cases/name.ts';
import { patchCases } from './cases/patch.ts';
import { podAdmissionCases } from './cases/pod-admission.ts';
import { podSecurityCases } from './cases/pod-security.ts';
import { authorizerPolicyCases } from './cases/policy-authorizer.ts';
import { policyExpressionCases } from './cases/policy-expression.ts';
import { mutatingPolicyCases } from './cases/policy-mutating.ts';
import { validatingPolicyCases } from './cases/policy-validating.ts';
import { publishedAdmissionCases } from './cases/published-admission.ts';
import { publishedCustomCases } from './cases/published-custom.ts';
import { publishedOpenApiCases } from './cases/published-openapi.ts';
import { publishedQuotaCases } from './cases/published-quota.ts';
import { quotaCases } from './cases/quota.ts';
import { quotaScopeCases } from './cases/quota-scope.ts';
import { readCases } from './cases/read.ts';
import { reviewCases } from './cases/review.ts';
import { ruleCases } from './cases/rule.ts';
import { streamCases } from './cases/stream.ts';
import { tableCases } from './cases/table.ts';
import { tokenCases } from './cases/token.ts';
import { updateCases } from './cases/update.ts';
import { warningCases } from './cases/warning.ts';
import { watchCases } from './cases/watch.ts';
import { webhookMatchCases } from './cases/webhook-match.ts';
import { webhookResponseCases } from './cases/webhook-response.ts';
import { webhookReviewCases } from './cases/webhook-review.ts';
import { yamlBodyCases } from './cases/yaml-body.ts';
import type { ConformanceCase } from './session.ts';

/** Topic → its cases. */
export const conformanceCases = {
  create: createCases,
  'built-in-default': builtInDefaultCases,
  'built-in-field': builtInFieldCases,
  'built-in-type': builtInTypeCases,
  'built-in-status': builtInStatusCases,
  'built-in-update': builtInUpdateCases,
  'built-in-validation': builtInValidationCases,
  'built-in-version': builtInVersionCases,
  name: nameCases,
  read: readCases,
  'event-selector': eventSelectorCases,
  watch: watchCases,
  patch: patchCases,
  update: updateCases,
  delete: deleteCases,
  apply: applyCases,
  'apply-scale': applyScaleCases,
  'apply-version': applyVersionCases,
  'kubectl-apply': kubectlApplyCases,
  custom: customCases,
  definition: definitionCases,
  discovery: discoveryCases,
  table: tableCases,
  stream: streamCases,
  machinery: machineryCases,
  authorization: authorizationCases,
  escalation: escalationCases,
  quota: quotaCases,
  'quota-scope': quotaScopeCases,
  impersonation: impersonationCases,
  review: reviewCases,
  token: tokenCases,
  rule: ruleCases,
  'admission-plugin': pluginCases,
  'pod-admission': podAdmissionCases,
  'limit-range': limitRangeCases,
  'claim-resize': claimResizeCases,
  'pod-security': podSecurityCases,
  'webhook-review': webhookReviewCases,
  'webhook-match': webhookMatchCases,
  'policy-validating': validatingPolicyCases,
  'policy-mutating': mutatingPolicyCases,
  'policy-expression': policyExpressionCases,
  'policy-authorizer': authorizerPolicyCases,
  'webhook-response': webhookResponseCases,
  'published-admission': publishedAdmissionCases,
  'published-custom': publishedCustomCases,
  'published-quota': publishedQuotaCases,
  'published-openapi': publishedOpenApiCases,
  warning: warningCases,
  'yaml-body': yamlBodyCases,
} satisfies Readonly<Record<string, readonly ConformanceCase[]>>;
