import type { BundleRule } from '../../bundle-rule.ts';

const systems = 'linux windows darwin aix zos freebsd'.split(' ');
const architectures = '386 amd64 arm arm64 loong64 mips64le mips64 mips mipsle ppc64 ppc64le riscv64 s390x'.split(' ');

/** Rules for the operator's architectures and systems. */
export const platformRules: readonly BundleRule[] = [
  {
    id: 'platform-label',
    demand: 'Labels of architectures and systems have Go’s names for them, and the value supported.',
    *check({ clusterServiceVersion: serviceVersion }) {
      for (const [name, place] of serviceVersion.at('metadata', 'labels').fields) {
        const [, what, word = ''] = /^operatorframework\.io\/(arch|os)\.(.*)$/.exec(name) ?? [];
        if (what === undefined) continue;
        const words = what === 'arch' ? architectures : systems;
        if (!words.includes(word)) {
          yield {
            place,
            what: `Go has no ${what === 'arch' ? 'architecture' : 'system'} ${word}`,
            remedy: `write one of ${words.join(', ')}`,
          };
        } else if (place.text !== undefined && place.text !== 'supported') {
          yield {
            place,
            what: `catalogs don’t know the value '${place.text}'`,
            remedy: 'write supported, or leave the label out',
          };
        }
      }
    },
  },
];
