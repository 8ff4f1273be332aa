import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selectedKinds } from '../../../lib/cli/import/kind-selection.ts';

const certificate = { kind: 'Certificate', plural: 'certificates', singular: 'certificate', shortNames: ['cert'] };
const authority = { kind: 'Authority', plural: 'authorities', singular: 'authority', shortNames: [] };

const kinds = [
  { ...certificate, group: 'cert-manager.io', version: 'v1' },
  { ...certificate, group: 'pki.example.com', version: 'v1' },
  { ...authority, group: 'pki.example.com', version: 'v2' },
];

describe('the kinds that are wanted', () => {
  it('are all where none is named', () => {
    assert.deepEqual(selectedKinds(kinds, []), kinds);
  });

  it('are those of a name, of whatever group', () => {
    assert.deepEqual(selectedKinds(kinds, ['Certificate']), kinds.slice(0, 2));
  });

  it('are those of one group where that is named, too', () => {
    assert.deepEqual(selectedKinds(kinds, ['Certificate.pki.example.com', 'Authority']), kinds.slice(1));
    assert.deepEqual(selectedKinds(kinds, ['certificates.pki.example.com']), kinds.slice(1, 2));
  });

  it('are refused where a name is nobody’s, with the names that there are', () => {
    assert.throws(() => selectedKinds(kinds, ['Issuer']), {
      message:
        'no source defines Issuer: name one of Authority.pki.example.com, Certificate.cert-manager.io, Certificate.pki.example.com',
    });
  });
});
