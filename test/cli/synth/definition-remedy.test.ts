import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { definitionRemedy } from '../../../lib/cli/synth/definition-remedy.ts';
import { ruleSummaries } from '../../../lib/olm/index.ts';

/** Findings about objects that a definition contains unchanged: roles, bindings, and objects beside the manager. */
const ofObjects = [
  /^access-/,
  /^binding-/,
  /^permission-/,
  /^removed-/,
  /^service-/,
  /^server-/,
  /^extra-/,
  /^prometheus-(?:duration|rule)$/,
  /^(?:autoscaler-target|console-sample|data-size|disruption-budget|monitor-service|network-policy|priority-class|serving-secret)$/,
  /^(?:duplicate-object|manifest-kind|manifest-version|object-identity|object-name|object-version|annotation-name)$/,
  /^object-(?:choice|duplicate|forbidden|length|reference|required|value)$/,
  /^(?:choice|field-(?:missing|time|type|unknown))$/,
];

/**
 * Findings about fields that `synth` writes itself: the types of the definition prevent them, or it has refused them
 * before.
 */
const ofSynth = [
  /^api-service-deployment$/,
  /^argument-/,
  /^(?:annotation-case|annotation-json|boolean-annotation|catalog-annotations|catalog-image-unused|created-at)$/,
  /^(?:feature-annotation|initialization-resource|internal-objects|platform-label|property-annotation)$/,
  /^bundle-annotation/,
  /^cluster-service-version/,
  /^container-(?:capability|port-twice|privilege|probe|user)$/,
  /^definition-(?:api-version|conversion|conversion-strategy|lost-field|owned|preserve-unknown-fields|schema-missing|status|stored-version)$/,
  /^deployment-(?:account|missing|overlap|paused|priority|unique)$/,
  /^(?:duplicate-key|empty-file|file-encoding|flat-manifests|hidden-file|leading-comment|manifest-file|one-document)$/,
  /^(?:manifests-directory|manifests-path|media-type|metadata-directory|metadata-list|metadata-path|yaml-syntax)$/,
  /^(?:example-annotation|field-bound|maturity|min-kube-version-missing|olm-v1-support)$/,
  /^image-/,
  /^install-/,
  /^owned-(?:definition|name|twice)$/,
  /^release-(?:name-form|name-package|name-version|packaging)$/,
  /^(?:scorecard-configuration|test-annotations|test-unannounced)$/,
  /^variable-object$/,
  /^resource-container$/,
  /^volume-/,
  /^webhook-conversion-(?:authority|definitions|unique|versions)$/,
  /^webhook-(?:deployment|field|path-shared|port|port-conflict|review-versions|rules|service|target-port|type)$/,
  /^webhook-unsupported-field$/,
];

describe('the remedy of a finding in the bundle of a definition', () => {
  it('the remedy of a finding names the part of the definition to change', () => {
    assert.match(definitionRemedy('icon', 'give one, as base64data and mediatype'), /^name its file in bundle\.icon/);
  });

  it('the remedy for an unchanged object is that of the rule', () => {
    assert.equal(definitionRemedy('service-port', 'write one'), 'write one');
  });

  it('the remedy for amounts of the manager’s container names the resources of the operator', () => {
    const path = 'spec.install.spec.deployments[0].spec.template.spec.containers[0].resources.requests';
    assert.equal(definitionRemedy('object-value', 'write another', path), "correct the operator's `resources`");
  });

  it('the remedy for a rejected printer column names the printerColumns of the kind', () => {
    const path = 'spec.versions[0].additionalPrinterColumns[0].jsonPath';
    assert.equal(definitionRemedy('object-value', 'write another', path), 'correct `printerColumns` of the kind');
  });

  for (const { id } of ruleSummaries()) {
    it(`the rule ${id} has a remedy, or concerns unchanged objects or fields of synth`, () => {
      const hasWords = definitionRemedy(id, '') !== '';
      const isOfObjects = ofObjects.some((pattern) => pattern.test(id));
      const isOfSynth = ofSynth.some((pattern) => pattern.test(id));
      assert.deepEqual([hasWords, isOfObjects, isOfSynth].filter(Boolean), [true]);
    });
  }
});
