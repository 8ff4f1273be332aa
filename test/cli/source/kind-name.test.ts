import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNameOfKind } from '../../../lib/cli/source/kind-name.ts';

const certificate = {
  group: 'pki.example.com',
  kind: 'Certificate',
  plural: 'certificates',
  singular: 'certificate',
  shortNames: ['cert'],
};

describe('the name of a kind', () => {
  for (const name of ['Certificate', 'certificate', 'certificates', 'cert', 'CERT']) {
    it(`${name} names the kind Certificate: alone, with its group, and with a version and its group`, () => {
      for (const ending of ['', '.pki.example.com', '.v1.pki.example.com', '.v1beta1.pki.example.com']) {
        assert.ok(isNameOfKind(certificate, ['v1', 'v1beta1'], `${name}${ending}`), ending);
      }
    });
  }

  for (const name of [
    'Cert.example.com',
    'certificates.pki',
    'certs',
    'pki.example.com',
    'certificates.v1',
    'certificates.v2.pki.example.com',
    '',
  ]) {
    it(`'${name}' does not name the kind Certificate`, () => {
      assert.equal(isNameOfKind(certificate, ['v1', 'v1beta1'], name), false);
    });
  }
});
