import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type MachineFacts,
  missingRequirement,
  requiredPrograms,
} from '../../../lib/testing/cluster/machine-requirement.ts';

const fit: MachineFacts = {
  platform: 'linux',
  isRoot: true,
  missingPackages: [],
  missingControllers: [],
  hasOverlayfs: true,
  hasBridgeFilter: true,
};

describe('missingRequirement', () => {
  it('no missing requirement is reported for a fit machine', () => {
    assert.equal(missingRequirement(fit), undefined);
  });

  const lacks: readonly (readonly [string, Partial<MachineFacts>, RegExp])[] = [
    ['another system', { platform: 'darwin', isRoot: false }, /nodes are Linux namespaces: use a virtual machine/],
    ['another user', { isRoot: false }, /only root may create nodes: run the tests with sudo/],
    [
      'programs',
      { missingPackages: ['runc', 'iptables'] },
      /^runc, iptables is missing: apt-get install .* runc iptables$/,
    ],
    [
      'controllers of cgroups',
      { missingControllers: ['memory', 'pids'] },
      /^its cgroups have no memory, no pids: boot it with cgroup_enable=memory, or .* --cgroupns=host$/,
    ],
    [
      'controllers that no parameter adds',
      { missingControllers: ['pids'] },
      /^its cgroups have no pids: use a kernel /,
    ],
    ['overlayfs', { hasOverlayfs: false }, /modprobe overlay$/],
    ['filtered bridges', { hasBridgeFilter: false }, /modprobe br_netfilter$/],
  ];
  for (const [title, facts, sentence] of lacks) {
    it(`a missing requirement of the machine is reported with its remedy in one sentence: ${title}`, () => {
      assert.match(missingRequirement({ ...fit, ...facts }) ?? '', sentence);
    });
  }
});

/** The places of a program's name: in calls, as a command, before its options, and on lines of scripts. */
const places = [
  /(?:execFile\)|(?<!#)\brun|\brefusal|\bspawn)\('([a-z-]+)'/g,
  /\bcommand: \[?'([a-z-]+)'/g,
  /\['([a-z]+)', ['`]--/g,
  /, '(sh|iptables)', /g,
  /(?:^\s*|= |&& |=> \{\s*return )['`]?(cd|chmod|cp|hostname|ip|ln|mkdir|modprobe|mount|rm|sysctl|tc|umount) /gm,
];

/** Commands of shells themselves. */
const builtIn = ['cd'];

describe('requiredPrograms', () => {
  it('the programs that a cluster requires include each program that the test kit runs', () => {
    const directory = fileURLToPath(new URL('../../../lib/testing/cluster/', import.meta.url));
    const text = globSync(`${directory}**/*.ts`)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
      .replaceAll(/^ *\*.*$/gm, '');
    const found = new Set(places.flatMap((place) => [...text.matchAll(place)].map(([, name = '']) => name)));
    // Programs that these places mention: they show that the test reads the places.
    const known = ['hostname', 'ip', 'iptables', 'mount', 'nsenter', 'sh', 'tar', 'unshare'];
    assert.deepEqual([...found].filter((name) => !builtIn.includes(name)).toSorted(), known);
    assert.deepEqual(
      known.filter((name) => !(name in requiredPrograms)),
      [],
    );
  });
});
