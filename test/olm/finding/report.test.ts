import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatRules, type ValidationFinding, validationText } from '../../../lib/olm/index.ts';

const found: readonly ValidationFinding[] = [
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
    rejection: { by: 'operator-sdk', message: 'unsupported media type' },
  },
];

describe('findings as text', () => {
  it('a report has a block for each file, with the problem, the rule, the rejecting tool and the remedy', () => {
    assert.equal(
      validationText(found),
      `manifests/a.yaml
  warning  spec.icon: no icon  [icon]
           remedy: give one

manifests/b.yaml
  error    it is empty  [empty-file]
           operator-sdk: unsupported media type
           remedy: remove it

1 error, 1 warning
`,
    );
  });

  it('a report without findings is only a count', () => {
    assert.equal(validationText([]), '0 errors, 0 warnings\n');
  });

  it('a report with coloured severities has the same alignment', () => {
    const text = validationText(found, { emphasis: (word, severity) => `<${severity}>${word}</>` });
    assert.match(text, /^ {2}<error>error {2}<\/> {2}it is empty/m);
  });
});

describe('rules as text', () => {
  it('rules are printed in one line each, with the rejecting tool, and the tools of some audiences', () => {
    const strict = { audiences: ['community', 'openshift'], by: 'catalog pipeline', message: 'icon' } as const;
    const rejection = { by: 'opm', message: 'error parsing bundle' } as const;
    assert.equal(
      formatRules([
        { id: 'icon', demand: 'There is an icon.', severity: 'warning', strict },
        { id: 'release-version', demand: 'There is a version.', severity: 'error', rejection },
      ]),
      `warning  icon             There is an icon. (an error for community and openshift: catalog pipeline: icon)
error    release-version  There is a version. (opm: error parsing bundle)
`,
    );
  });
});
