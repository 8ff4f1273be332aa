import { installModeTypes } from '../../../../constructs/index.ts';
import type { Place } from '../../../content/index.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import { uniqueTextRule } from '../../../finding/text-rule.ts';
import type { BundleRule } from '../../rule.ts';

const types: readonly string[] = installModeTypes;

const noneSupported: Rejection = { by: 'operator-sdk', message: 'none of InstallModeTypes are supported' };

function isKnownMode(mode: Place): boolean {
  return types.includes(mode.at('type').text ?? '');
}

/** Rejects a release whose supported modes are all unknown: operator-sdk takes any mode. */
const noneKnown: Rejection = { by: 'OLM', message: 'UnsupportedOperatorGroup: … InstallModeType not supported' };

/** Rules for the install strategy and the install modes. */
export const installModeRules: readonly BundleRule[] = [
  {
    id: 'install-strategy',
    demand: 'spec.install.strategy is deployment.',
    rejection: { by: 'OLM', message: 'InvalidStrategy: unrecognized install strategy' },
    *check({ clusterServiceVersion: serviceVersion }) {
      const strategy = serviceVersion.at('spec', 'install', 'strategy');
      if (strategy.text === 'deployment' || strategy.isMistyped()) return;
      yield {
        place: strategy,
        what: strategy.isAbsent ? 'no strategy is given' : `there is no strategy '${strategy.text ?? ''}'`,
        remedy: 'write deployment, which is the only one',
      };
    },
  },
  {
    id: 'install-modes',
    demand: 'The ClusterServiceVersion lists its install modes.',
    rejection: { by: 'operator-sdk', message: 'install modes not found' },
    *check({ clusterServiceVersion: serviceVersion }) {
      const modes = serviceVersion.at('spec', 'installModes');
      if (modes.items.length > 0 || modes.isMistyped('list')) return;
      yield {
        place: modes,
        what: 'there are no install modes',
        remedy: `list ${types.join(', ')}, each with supported`,
      };
    },
  },
  {
    id: 'install-mode-type',
    demand: `An install mode is one of ${types.join(', ')}.`,
    *check({ clusterServiceVersion: serviceVersion }) {
      const modes = serviceVersion.at('spec', 'installModes').items;
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
    lists: (bundle) => [bundle.clusterServiceVersion.at('spec', 'installModes').items.map((mode) => mode.at('type'))],
    what: (text) => `${text} is listed twice`,
    remedy: 'keep one of the two',
  }),
  {
    id: 'install-mode-missing',
    demand: 'All four install modes are listed, also those that aren’t supported.',
    *check({ clusterServiceVersion: serviceVersion }) {
      const modes = serviceVersion.at('spec', 'installModes');
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
  {
    id: 'install-mode-supported',
    demand: 'At least one install mode is supported.',
    rejection: noneSupported,
    *check({ clusterServiceVersion: serviceVersion }) {
      const modes = serviceVersion.at('spec', 'installModes');
      const isUnclear = modes.items.some((mode) => typeof mode.at('supported').value !== 'boolean');
      if (modes.items.length === 0 || isUnclear || modes.items.some((mode) => mode.at('supported').value === true))
        return;
      yield { place: modes, what: 'no install mode is supported', remedy: 'set supported: true for at least one' };
    },
  },
  {
    id: 'install-mode-olm-v1',
    demand: 'OLM v1 installs for all namespaces, for one, or for the operator’s own; not for several.',
    strict: { audiences: ['olm-v1'], by: 'OLM v1', message: 'unsupported install mode' },
    *check({ clusterServiceVersion: serviceVersion }, { audiences }) {
      const modes = serviceVersion.at('spec', 'installModes');
      const supported = modes.items
        .filter((mode) => mode.at('supported').value === true)
        .map((mode) => mode.at('type').text);
      if (!audiences.includes('olm-v1') || supported.length === 0) return;
      if (supported.some((type) => type !== 'MultiNamespace')) return;
      yield { place: modes, what: 'only MultiNamespace is supported', remedy: 'support AllNamespaces' };
    },
  },
];
