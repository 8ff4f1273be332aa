import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertKindNames, selectedKinds } from '../../../lib/cli/import/kind-selection.ts';

const certificate = { kind: 'Certificate', plural: 'certificates', singular: 'certificate', shortNames: ['cert'] };
const authority = { kind: 'Authority', plural: 'authorities', singular: 'authority', shortNames: [] };

const kinds = [
  { ...certificate, group: 'cert-manager.io', version: 'v1' },
  { ...certificate, group: 'pki.example.com', version: 'v1' },
  { ...authority, group: 'pki.example.com', version: 'v2' },
];

describe('the selected kinds', () => {
  it('an import selects all kinds if --kind names none', () => {
    assert.deepEqual(selectedKinds(kinds, []), kinds);
  });

  it('--kind with a name selects the kinds with that name in all groups', () => {
    assert.deepEqual(selectedKinds(kinds, ['Certificate']), kinds.slice(0, 2));
  });

  it('--kind with a name and a group selects the kind of that group only', () => {
    assert.deepEqual(selectedKinds(kinds, ['Certificate.pki.example.com', 'Authority']), kinds.slice(1));
    assert.deepEqual(selectedKinds(kinds, ['certificates.pki.example.com']), kinds.slice(1, 2));
  });

  it('--kind with a name, a version and a group selects that version only', () => {
    const younger = { ...certificate, group: 'cert-manager.io', version: 'v2' };
    assert.deepEqual(selectedKinds([...kinds, younger], ['certificates.v2.cert-manager.io']), [younger]);
    assert.deepEqual(selectedKinds([...kinds, younger], ['certificates.cert-manager.io']), [kinds[0], younger]);
  });

  it('--kind refuses an unknown name, and prints the names of the known kinds', () => {
    assert.throws(() => selectedKinds(kinds, ['Issuer']), {
      message:
        'no source defines Issuer: name one of Authority.pki.example.com, Certificate.cert-manager.io, Certificate.pki.example.com',
    });
  });
});

describe('the names of kinds', () => {
  it('--kind refuses a source among the names of kinds', () => {
    const sources = [
      'crds.yaml',
      'box.json',
      'boxes-1.2.3.tgz',
      'crds/',
      './crds',
      'https://example.com/a',
      'cluster:',
      '-',
    ];
    for (const source of sources) {
      assert.throws(() => assertKindNames(['Certificate', source]), {
        name: 'Failure',
        message: `${source} follows --kind, which takes only names of kinds: name sources before --kind`,
      });
    }
  });

  it('--kind accepts names of kinds with and without a group', () => {
    assert.doesNotThrow(() => assertKindNames(['Certificate', 'certificates.cert-manager.io', 'cert']));
  });
});
