import type { Kind } from './kind.ts';

/** CustomResourceDefinition.apiextensions.k8s.io/v1. */
export const definitionKind: Kind = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
};

/** ValidatingWebhookConfiguration.admissionregistration.k8s.io/v1. */
export const validatingConfigurationKind: Kind = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  scope: 'Cluster',
};

/** ValidatingAdmissionPolicy.admissionregistration.k8s.io/v1. */
export const admissionPolicyKind: Kind = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  scope: 'Cluster',
};

/** ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1. */
export const admissionPolicyBindingKind: Kind = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  scope: 'Cluster',
};

/** MutatingWebhookConfiguration.admissionregistration.k8s.io/v1. */
export const mutatingConfigurationKind: Kind = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  scope: 'Cluster',
};
