import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsedDockerfile } from '../../../lib/olm/validation/dockerfile.ts';

const labels = (text: string) => Object.fromEntries(parsedDockerfile(text).labels);

describe('a Dockerfile', () => {
  it('the labels of a Dockerfile are read in each form', () => {
    assert.deepEqual(labels('LABEL a=b c.d/e="f g"\nlabel i=\'j k\'\nLABEL l m n\n'), {
      a: 'b',
      'c.d/e': 'f g',
      i: 'j k',
      l: 'm n',
    });
  });

  it('an instruction of a Dockerfile continues after a backslash, over comments', () => {
    assert.deepEqual(labels('LABEL a=b \\\n# not yet\n  c=d\n# LABEL e=f\n'), { a: 'b', c: 'd' });
  });

  it('a Dockerfile with two labels of one name has the last one', () => {
    assert.deepEqual(labels('LABEL a=b\nLABEL a=c\n'), { a: 'c' });
  });

  it('the copies of a Dockerfile are paths in the image', () => {
    const text =
      'COPY manifests /manifests/\nADD --chown=0:0 a b metadata\nCOPY ["tests/score card", "/tests/scorecard/"]\nCOPY . /\n';
    assert.deepEqual(parsedDockerfile(text).copies, ['/manifests', '/metadata', '/tests/scorecard', '/']);
  });
});
