import { knownKind } from './built-in-kinds.ts';

const registration = 'admissionregistration.k8s.io/v1';

/** CustomResourceDefinition.apiextensions.k8s.io/v1. */
export const definitionKind = knownKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');

/** ValidatingWebhookConfiguration.admissionregistration.k8s.io/v1. */
export const validatingConfigurationKind = knownKind(registration, 'ValidatingWebhookConfiguration');

/** ValidatingAdmissionPolicy.admissionregistration.k8s.io/v1. */
export const admissionPolicyKind = knownKind(registration, 'ValidatingAdmissionPolicy');

/** ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1. */
export const admissionPolicyBindingKind = knownKind(registration, 'ValidatingAdmissionPolicyBinding');

/** MutatingWebhookConfiguration.admissionregistration.k8s.io/v1. */
export const mutatingConfigurationKind = knownKind(registration, 'MutatingWebhookConfiguration');
