// The rules beside operator-sdk and opm, over all good and bad bundles: what a tool rejects is an error here, too.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { validate } from '../../../../lib/olm/index.ts';
import { badCases } from '../cases/index.ts';
import type { BundleDraft } from '../corpus/bundle-draft.ts';
import { isExcerpt } from '../corpus/excerpt.ts';
import { goodBundle, goodBundleNames } from '../corpus/good-bundle.ts';
import { type ToolReports, toolReports } from './bundle-tools.ts';

/**
 * Findings that are due to the program: it builds no image of a bundle, and names a package after the bundle if the annotations don't
 * name one.
 */
const unsaid = [
  'no such file or directory',
  'image type could not be determined',
  'package name must be set for bundle "…"',
];

/** operator-sdk takes constraints in CEL alone; OLM resolves all forms of them. */
const known = 'The CEL field is missing';

describe('operator-sdk and opm', () => {
  const drafts = new Map<string, BundleDraft>();
  let root: string;
  let reports: ToolReports;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'operand-tools-'));
    for (const name of goodBundleNames) drafts.set(join(root, name), goodBundle(name));
    for (const [index, { base = 'minimal', edit }] of badCases.entries()) {
      const draft = goodBundle(base);
      edit(draft);
      drafts.set(join(root, String(index), 'bundle'), draft);
    }
    for (const [directory, draft] of drafts) await write(directory, draft);
    reports = await toolReports([...drafts.keys()], AbortSignal.timeout(1_200_000));
  });

  after(() => rm(root, { recursive: true }));

  it('operator-sdk and opm reject no good bundle', () => {
    for (const name of goodBundleNames) assert.deepEqual(rejections(join(root, name)), [], name);
  });

  it('operator-sdk and opm reject no bundle in which the validation finds no errors', () => {
    const rejected = [...drafts].filter(([directory]) => rejections(directory).length > 0);
    assert.ok(rejected.length > 100, `${rejected.length} bundles are rejected`);
    const missed = rejected.filter(([, draft]) =>
      validate(draft.content()).every(({ severity }) => severity === 'warning'),
    );
    assert.deepEqual(
      missed.map(([directory]) => rejections(directory)),
      [],
    );
  });

  it('operator-sdk and opm print the messages that findings quote', () => {
    const wrong = [...drafts].flatMap(([directory, draft]) =>
      validate(draft.content()).flatMap(({ rule, path, rejection }) => {
        const said = reports[directory]?.[rejection?.by ?? ''];
        if (rejection === undefined || said === undefined || unsaid.includes(rejection.message)) return [];
        return said.some((text) => isExcerpt(rejection.message, text)) ? [] : [{ rule, path, rejection, said }];
      }),
    );
    assert.deepEqual(wrong, []);
  });

  function rejections(directory: string): readonly string[] {
    return Object.values(reports[directory] ?? {})
      .flat()
      .filter((error) => error !== known);
  }
});

async function write(directory: string, draft: BundleDraft): Promise<void> {
  for (const [file, bytes] of draft.content().files) {
    const path = join(directory, file);
    await mkdir(file.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!file.endsWith('/')) await writeFile(path, bytes);
  }
}
