import { readSchema } from '../../../../schema/structural/index.ts';
import type { BundleContent } from '../../../content/index.ts';
import { placeRule } from '../../../finding/content-rule.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { accountGrants, isGranted } from '../../model/access/account-grant.ts';
import { bundleDefinitions, type Definition, definedVersions } from '../../model/definition/bundle-definition.ts';
import { versionSchemaFindings } from '../../model/definition/version-schema.ts';
import { bundleWebhooks } from '../../model/webhook/bundle-webhook.ts';
import { placeBelow } from '../../place-path.ts';
import { duplicateDefinition } from '../form/document.ts';

/** Rules of API servers for a definition, except for the paths in it. */
export const definitionRules: readonly BundleRule[] = [
  placeRule({
    id: 'definition-api-version',
    demand: 'A CustomResourceDefinition is of apiextensions.k8s.io/v1: Kubernetes has no other since 1.22.',
    rejection: { by: 'API server', message: 'the server could not find the requested resource' },
    at: ({ definitions }) => definitions.map((definition) => definition.at('apiVersion')),
    isRight: ({ text }) => text === 'apiextensions.k8s.io/v1',
    what: ({ text }) => `${text ?? 'nothing'} is not a version that API servers have`,
    remedy: 'write apiextensions.k8s.io/v1, with a schema in each version',
  }),
  {
    id: 'definition-kind-twice',
    demand: 'No two definitions of a bundle define one kind of one group.',
    rejection: duplicateDefinition,
    *check(bundle) {
      const definitions = bundleDefinitions(bundle);
      for (const { name, group, kind, place } of repeatedItems(
        definitions,
        ({ group, kind }) => kind && `${kind}.${group}`,
      )) {
        const first = definitions.find((other) => other.kind === kind && other.group === group);
        // A rule about objects reports a duplicate definition.
        if (first === undefined || first.name === name) continue;
        const what = `${first.place.file} also defines the kind ${kind} of ${group}`;
        yield { place: place.at('spec', 'names', 'kind'), what, remedy: 'keep one of them' };
      }
    },
  },
  {
    id: 'definition-conversion',
    demand:
      'A conversion webhook is a ConversionWebhook of the ClusterServiceVersion: OLM writes it into the definition.',
    rejection: { by: 'API server', message: 'conversion webhook for … failed' },
    *check(bundle) {
      const converted = bundleWebhooks(bundle)
        .filter(({ isConversion }) => isConversion)
        .flatMap(({ place }) => place.at('conversionCRDs').texts);
      for (const { place, name } of bundleDefinitions(bundle)) {
        const strategy = place.at('spec', 'conversion', 'strategy');
        if (strategy.text !== 'Webhook') continue;
        const isKnown = converted.includes(name);
        // A failed upgrade: https://github.com/opendatahub-io/opendatahub-operator/issues/3962
        const what = isKnown
          ? 'it takes effect before OLM has written a certificate into it: until then no object can be read'
          : 'no ConversionWebhook names the definition, so that it gets no certificate';
        const remedy = isKnown
          ? 'leave out spec.conversion, OLM writes it'
          : 'add a ConversionWebhook to webhookdefinitions, and leave out spec.conversion';
        const isUsable = isKnown || isClientComplete(place) || isClientCompletedByOthers(place, bundle);
        yield { place: strategy, what, remedy, ...(isUsable && { severity: 'warning' }) };
      }
    },
  },
  {
    id: 'definition-versions',
    demand: 'At least one version of a definition is served.',
    rejection: { by: 'OLM', message: 'RequirementsNotMet: CRD version not served' },
    *check(bundle) {
      for (const { place, versions } of bundleDefinitions(bundle)) {
        if (versions.length === 0 || versions.some(({ isServed }) => isServed)) continue;
        const remedy = 'write served: true in at least one version';
        const cause = versions.map((version) => version.place.at('served'));
        yield { place: place.at('spec', 'versions'), cause, what: 'no version is served', remedy };
      }
    },
  },
  {
    id: 'definition-schema',
    demand: 'The schemas of a definition are structural, their defaults are valid, and their rules are CEL.',
    rejection: { by: 'API server', message: 'openAPIV3Schema' },
    *check(bundle) {
      for (const version of definedVersions(bundle)) {
        for (const { effect, path, message, remedy } of versionSchemaFindings(version)) {
          if (effect === 'refused') yield { place: placeBelow(version.schema, path), what: message, remedy };
        }
      }
    },
  },
  {
    id: 'definition-keyword',
    demand: 'A schema has only keywords that Kubernetes knows: others are dropped, and not validated.',
    *check(bundle) {
      for (const { schema } of definedVersions(bundle)) {
        if (schema.isAbsent) continue;
        for (const { effect, path, message, remedy } of readSchema(schema.value).findings) {
          if (effect === 'dropped') yield { place: placeBelow(schema, path), what: message, remedy };
        }
      }
    },
  },
  {
    id: 'definition-stored-version',
    demand: 'The manifest of a definition has no status, or names only its own versions in it.',
    *check(bundle) {
      for (const { place, versions } of bundleDefinitions(bundle)) {
        for (const stored of place.at('status', 'storedVersions').items) {
          if (versions.some(({ name }) => name === stored.text)) continue;
          const what = `${JSON.stringify(stored.value)} is not one of its versions`;
          yield { place: stored, what, remedy: 'leave out the status: it comes from a cluster' };
        }
      }
    },
  },
];

/** Returns true if a client can be called without changes by OLM. */
function isClientComplete(place: Definition['place']): boolean {
  const client = place.at('spec', 'conversion', 'webhook', 'clientConfig');
  return !client.at('caBundle').isAbsent || !client.at('url').isAbsent;
}

/** Returns true if OpenShift or the operator itself may write the certificate. */
function isClientCompletedByOthers(place: Definition['place'], bundle: BundleContent): boolean {
  const isInjected = place.at('metadata', 'annotations', 'service.beta.openshift.io/inject-cabundle').text === 'true';
  const all = accountGrants(bundle);
  const definitions = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' };
  return isInjected || ['update', 'patch'].some((verb) => isGranted(all, { ...definitions, verb }));
}
