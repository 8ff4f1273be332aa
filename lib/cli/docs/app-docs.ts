// In: an app. Out: the reference of the kinds that its operators define. Called by `docs` of the app's own program,
// which knows more than the definitions contain.

import type { App } from 'cdk8s';
import { definitionName, isJsonObject, type KubernetesObject } from '../../api/index.ts';
import { Controller, MutatingWebhook, Operator, ValidatingWebhook } from '../../constructs/index.ts';
import { type DocumentedKind, documentedKind, type Example, standardConditionTypes } from '../../reference/index.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { type DocsOptions, type DocumentedSubject, deliverReference, referenceExampleOf } from './reference-files.ts';

/**
 * Writes the reference of all kinds that the operators of an app define: with their samples, their conditions, and the
 * webhooks that validate writes.
 *
 * @throws Failure with all findings of the app, or if it defines no kind.
 */
export function executeAppDocs(app: App, options: DocsOptions): void {
  assertDefinition(app);
  const subjects = Operator.in(app).flatMap(referenceSubjectsOf);
  if (subjects.length === 0) throw new Failure('this app defines no kind: construct a Controller in an Operator');
  deliverReference(subjects, options);
}

function referenceSubjectsOf(operator: Operator): DocumentedSubject[] {
  const manifests: KubernetesObject[] = operator.toJson();
  return manifests
    .flatMap((manifest) => documentedKind(manifest) ?? [])
    .map((kind) => ({
      kind,
      details: {
        examples: samplesOf(operator, kind),
        conditions: isReconciled(operator, kind) ? standardConditionTypes : [],
        admission: admissionOf(operator, kind),
      },
    }));
}

function samplesOf({ samples }: Operator, { group, kind }: DocumentedKind): Example[] {
  const objects: unknown[] = samples?.toJson() ?? [];
  return objects
    .filter(isJsonObject)
    .filter((object) => object.kind === kind)
    .map(referenceExampleOf)
    .filter(({ apiVersion }) => apiVersion.startsWith(`${group}/`));
}

function isReconciled(operator: Operator, kind: DocumentedKind): boolean {
  return Controller.in(operator).some(({ props }) => definitionName(props.for.definition) === definitionName(kind));
}

function admissionOf(operator: Operator, kind: DocumentedKind): string[] {
  const isAbout = ({ props }: MutatingWebhook | ValidatingWebhook) =>
    definitionName(props.for.definition) === definitionName(kind);
  return [
    ...MutatingWebhook.in(operator)
      .filter(isAbout)
      .map(({ node }) => `\`${node.id}\` may change objects.`),
    ...ValidatingWebhook.in(operator)
      .filter(isAbout)
      .map(({ node, props }) => `\`${node.id}\` checks ${admissionOccasions(props)}.`),
  ];
}

function admissionOccasions({ validate, validateDelete }: ValidatingWebhook['props']): string {
  const written = validate === undefined ? [] : ['writes'];
  return [...written, ...(validateDelete === undefined ? [] : ['deletions'])].join(' and ');
}
