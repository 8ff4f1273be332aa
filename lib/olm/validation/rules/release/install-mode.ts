import { installModeTypes } from '../../../../constructs/index.ts';
import type { Place } from '../../../content/index.ts';
import { placeRule, uniqueTextRule } from '../../../finding/content-rule.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { listedModes, typesOfSupportedModes } from '../../model/release/install-mode.ts';

const types: readonly string[] = installModeTypes;

const noneSupported: Rejection = { by: 'operator-sdk', message: 'none of InstallModeTypes are supported' };

function isKnownMode(mode: Place): boolean {
  return types.includes(mode.at('type').text ?? '');
}

/** Rejects a release whose supported modes are all unknown: operator-sdk takes any mode. */
const noneKnown: Rejection = { by: 'OLM', message: 'UnsupportedOperatorGroup: … InstallModeType not supported' };

/** Rules for the install strategy and the install modes. */
export const installModeRules: readonly BundleRule[] = [
  placeRule({
    id: 'install-strategy',
    demand: 'spec.install.strategy is deployment.',
    rejection: { by: 'OLM', message: 'InvalidStrategy: unrecognized install strategy' },
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'install', 'strategy'),
    isRight: (strategy) => strategy.text === 'deployment' || strategy.isMistyped(),
    what: ({ text }) => (text === undefined ? 'no strategy is given' : `there is no strategy '${text}'`),
    remedy: 'write deployment, which is the only one',
  }),
  placeRule({
    id: 'install-modes',
    demand: 'The ClusterServiceVersion lists its install modes.',
    rejection: { by: 'operator-sdk', message: 'install modes not found' },
    at: listedModes,
    isRight: (modes) => modes.items.length > 0 || modes.isMistyped('list'),
    what: 'there are no install modes',
    remedy: `list ${types.join(', ')}, each with supported`,
  }),
  {
    id: 'install-mode-type',
    demand: `An install mode is one of ${types.join(', ')}.`,
    *check(bundle) {
      const modes = listedModes(bundle).items;
      const isInstallable = modes.some((mode) => isKnownMode(mode) && mode.at('supported').value !== false);
      const rejection = modes.some((mode) => mode.at('supported').value === true) ? noneKnown : noneSupported;
      for (const mode of modes) {
        const type = mode.at('type');
        if (isKnownMode(mode) || type.isMistyped()) continue;
        yield {
          place: type,
          ...(!isInstallable && { rejection }),
          what: type.isAbsent ? 'the install mode has no type' : `there is no install mode ${type.text ?? ''}`,
          remedy: `write one of ${types.join(', ')}`,
        };
      }
    },
  },
  uniqueTextRule({
    id: 'install-mode-duplicate',
    demand: 'Each install mode is listed once.',
    rejection: { by: 'OLM', message: 'InvalidInstallModes: InstallMode list contains duplicates, cannot make set' },
    lists: (bundle) => [listedModes(bundle).items.map((mode) => mode.at('type'))],
    what: (text) => `${text} is listed twice`,
    remedy: 'keep one of the two',
  }),
  {
    id: 'install-mode-missing',
    demand: 'All four install modes are listed, also those that aren’t supported.',
    *check(bundle) {
      const modes = listedModes(bundle);
      const listed = modes.items.map((mode) => mode.at('type').text);
      if (listed.length === 0 || listed.some((type) => type === undefined || !types.includes(type))) return;
      const missing = types.filter((type) => !listed.includes(type));
      if (missing.length === 0) return;
      yield {
        place: modes,
        what: `${missing.join(', ')} ${missing.length === 1 ? 'isn’t' : 'aren’t'} listed`,
        remedy: 'list each other mode with supported: false',
      };
    },
  },
  placeRule({
    id: 'install-mode-supported',
    demand: 'At least one install mode is supported.',
    rejection: noneSupported,
    at: listedModes,
    // A value of another type is reported separately.
    isRight: ({ items }) => items.length === 0 || items.some((mode) => mode.at('supported').value !== false),
    what: 'no install mode is supported',
    remedy: 'set supported: true for at least one',
  }),
  {
    id: 'install-mode-olm-v1',
    demand: 'OLM v1 installs for all namespaces, for one, or for the operator’s own; not for several.',
    strict: { audiences: ['olm-v1'], by: 'OLM v1', message: 'unsupported install mode' },
    *check(bundle, { audiences }) {
      const modes = listedModes(bundle);
      const supported = typesOfSupportedModes(bundle);
      if (!audiences.includes('olm-v1') || supported.length === 0) return;
      if (supported.some((type) => type !== 'MultiNamespace')) return;
      yield { place: modes, what: 'only MultiNamespace is supported', remedy: 'support AllNamespaces' };
    },
  },
];
