import type { BundleContent } from '../../../content/index.ts';
import { placeRule, uniqueTextRule } from '../../../finding/content-rule.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { ownedEntries } from '../../model/definition/owned-entry.ts';
import { bundleWebhooks, type Webhook } from '../../model/webhook/bundle-webhook.ts';

/** Rules of OLM for conversion webhooks. */
export const conversionRules: readonly BundleRule[] = [
  {
    id: 'webhook-conversion-definitions',
    demand: 'A conversion webhook names definitions of the bundle that the operator owns.',
    rejection: { by: 'OLM', message: 'unable to get CRD … specified in Conversion Webhook' },
    *check(bundle) {
      const definedNames = bundle.definitions.map((each) => each.at('metadata', 'name').text);
      const owned = ownedDefinitionNames(bundle);
      for (const { place } of conversionWebhooks(bundle)) {
        const names = place.at('conversionCRDs');
        if (names.items.length === 0 && !names.isMistyped('list')) {
          yield { place: names, what: 'it names no definition', remedy: 'name a definition that the operator owns' };
        }
        for (const name of names.items) {
          if (name.text === undefined || owned.includes(name.text) || definedNames.includes(name.text)) continue;
          yield {
            place: name,
            what: `the operator owns no definition ${name.text}`,
            remedy: `name ${[...new Set(owned)].filter((each) => each !== undefined).join(' or ') || 'one that it owns'}`,
          };
        }
      }
    },
  },
  uniqueTextRule({
    id: 'webhook-conversion-unique',
    demand: 'Each definition has one conversion webhook.',
    strict: {
      audiences: ['olm-v1'],
      by: 'OLM v1',
      message: "conversion webhooks […] reference same custom resource definition '…'",
    },
    lists: (bundle) => [conversionWebhooks(bundle).flatMap(({ place }) => place.at('conversionCRDs').items)],
    what: (text) => `${text} has another conversion webhook, or is named twice`,
    remedy: 'name it once',
  }),
  {
    id: 'webhook-conversion-versions',
    demand: 'A converted definition has several versions.',
    *check(bundle) {
      const owned = ownedDefinitionNames(bundle);
      for (const { place } of conversionWebhooks(bundle)) {
        for (const name of place.at('conversionCRDs').items) {
          const definition = bundle.definitions.find((each) => each.at('metadata', 'name').text === name.text);
          const entryCount = owned.filter((each) => each === name.text).length;
          if (definition?.at('spec', 'versions').items.length !== 1 || entryCount > 1) continue;
          yield {
            place: name,
            what: `${name.text ?? ''} has one version, and there is nothing to convert`,
            remedy: 'leave it out until there is a second version',
          };
        }
      }
    },
  },
  {
    id: 'webhook-conversion-install-modes',
    demand: 'An operator with conversion supports AllNamespaces only: a definition applies to the whole cluster.',
    rejection: {
      by: 'operator-sdk',
      message: 'only AllNamespaces InstallModeType is supported when conversionCRDs is present',
    },
    *check(bundle) {
      if (conversionWebhooks(bundle).length === 0) return;
      const modes = bundle.clusterServiceVersion.at('spec', 'installModes');
      for (const mode of modes.items) {
        const type = mode.at('type').text ?? '';
        const isForAll = type === 'AllNamespaces';
        const { value } = mode.at('supported');
        if (typeof value !== 'boolean' || value === isForAll || !/^(?:Own|Single|Multi|All)Namespaces?$/.test(type))
          continue;
        yield {
          place: mode.at('supported'),
          cause: [modes, mode.at('type')],
          what: `OLM installs no operator with conversion webhooks that ${isForAll ? "doesn't support AllNamespaces" : `supports ${type}`}`,
          remedy: 'support AllNamespaces only',
        };
      }
    },
  },
  placeRule({
    id: 'webhook-conversion-authority',
    demand: 'Only OLM writes the CA bundle into a definition: it issues the certificates of webhooks.',
    at: ({ definitions }) =>
      definitions.flatMap((definition) =>
        ['inject-ca-from', 'inject-ca-from-secret', 'inject-apiserver-ca'].map((name) =>
          definition.at('metadata', 'annotations', `cert-manager.io/${name}`),
        ),
      ),
    isRight: ({ isAbsent }) => isAbsent,
    what: 'cert-manager, if installed, would write another CA than that of OLM’s certificate',
    remedy: 'leave it out of the bundle',
  }),
];

function conversionWebhooks(bundle: BundleContent): readonly Webhook[] {
  return bundleWebhooks(bundle).filter(({ isConversion }) => isConversion);
}

function ownedDefinitionNames(bundle: BundleContent): readonly (string | undefined)[] {
  return ownedEntries(bundle).map(({ place }) => place.at('name').text);
}
