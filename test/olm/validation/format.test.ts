import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Diagnostic, formatDiagnostics } from '../../../lib/olm/index.ts';
import { formatRules } from '../../../lib/olm/validation/index.ts';

const found: readonly Diagnostic[] = [
  {
    severity: 'warning',
    rule: 'icon',
    file: 'manifests/a.yaml',
    path: 'spec.icon',
    what: 'no icon',
    remedy: 'give one',
  },
  {
    severity: 'error',
    rule: 'empty-file',
    file: 'manifests/b.yaml',
    path: '',
    what: 'it is empty',
    remedy: 'remove it',
  },
];

describe('findings as text', () => {
  it('are a block for each file, with what is wrong, the rule and the remedy', () => {
    assert.equal(
      formatDiagnostics(found),
      `manifests/a.yaml
  warning  spec.icon: no icon  [icon]
           give one

manifests/b.yaml
  error    it is empty  [empty-file]
           remove it

1 error, 1 warning
`,
    );
  });

  it('are a count alone, where nothing is wrong', () => {
    assert.equal(formatDiagnostics([]), '0 errors, 0 warnings\n');
  });

  it('can have their severities stand out, aligned all the same', () => {
    const text = formatDiagnostics(found, { emphasis: (word, severity) => `<${severity}>${word}</>` });
    assert.match(text, /^ {2}<error>error {2}<\/> {2}it is empty/m);
  });
});

describe('rules as text', () => {
  it('are a line each, with those for whom a warning is an error', () => {
    assert.equal(
      formatRules([
        { id: 'icon', demand: 'There is an icon.', severity: 'warning', strict: ['community', 'openshift'] },
        { id: 'release-version', demand: 'There is a version.', severity: 'error' },
      ]),
      `warning  icon             There is an icon. (an error for community and openshift)
error    release-version  There is a version.
`,
    );
  });
});
