import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsedDockerfile } from '../../../lib/olm/validation/dockerfile.ts';

const labels = (text: string) => Object.fromEntries(parsedDockerfile(text).labels);

describe('a Dockerfile', () => {
  it('labels an image in each form', () => {
    assert.deepEqual(labels('LABEL a=b c.d/e="f g"\nlabel i=\'j k\'\nLABEL l m n\n'), {
      a: 'b',
      'c.d/e': 'f g',
      i: 'j k',
      l: 'm n',
    });
  });

  it('continues after a backslash, over comments', () => {
    assert.deepEqual(labels('LABEL a=b \\\n# not yet\n  c=d\n# LABEL e=f\n'), { a: 'b', c: 'd' });
  });

  it('uses the last label of a name', () => {
    assert.deepEqual(labels('LABEL a=b\nLABEL a=c\n'), { a: 'c' });
  });

  it('copies to paths in the image', () => {
    const text =
      'COPY manifests /manifests/\nADD --chown=0:0 a b metadata\nCOPY ["tests/score card", "/tests/scorecard/"]\nCOPY . /\n';
    assert.deepEqual(parsedDockerfile(text).copies, ['/manifests', '/metadata', '/tests/scorecard', '/']);
  });
});
