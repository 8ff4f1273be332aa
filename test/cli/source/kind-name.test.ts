import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCalled } from '../../../lib/cli/source/kind-name.ts';

const certificate = {
  group: 'pki.example.com',
  kind: 'Certificate',
  plural: 'certificates',
  singular: 'certificate',
  shortNames: ['cert'],
};

describe('the name of a kind', () => {
  for (const name of ['Certificate', 'certificate', 'certificates', 'cert', 'CERT']) {
    it(`is ${name}, alone and with its group`, () => {
      assert.ok(isCalled(certificate, name));
      assert.ok(isCalled(certificate, `${name}.pki.example.com`));
    });
  }

  for (const name of ['Cert.example.com', 'certificates.pki', 'certs', 'pki.example.com', '']) {
    it(`is not '${name}'`, () => {
      assert.equal(isCalled(certificate, name), false);
    });
  }
});
