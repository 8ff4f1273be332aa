// One mistake that several rules, or several places, could tell of: it is told once.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validate } from '../../../lib/olm/index.ts';
import type { BundleDraft } from './corpus/bundle-draft.ts';
import { type GoodBundleName, goodBundle } from './corpus/good-bundle.ts';
import { csv } from './corpus/minimal-bundle.ts';
import { scaffoldedCsv } from './corpus/scaffolded-bundle.ts';

const deployments = 'spec.install.spec.deployments';
const webhooks = 'spec.webhookdefinitions';

function findings(base: GoodBundleName, edit: (draft: BundleDraft) => void): string[] {
  const draft = goodBundle(base);
  edit(draft);
  return validate(draft.content()).map(({ rule, path }) => `${rule} ${path}`);
}

describe('one mistake', () => {
  it('is found in the one webhook whose port differs from that of the others', () => {
    const ports = `${deployments}[0].spec.template.spec.containers[0].ports`;
    const found = findings('scaffolded', (draft) => {
      draft.append(scaffoldedCsv, ports, { name: 'judge', containerPort: 9444 });
      draft.set(scaffoldedCsv, `${webhooks}[0].targetPort`, 9444);
    });
    assert.deepEqual(found, [`webhook-port-conflict ${webhooks}[0].targetPort`]);
  });

  it('is found once in a webhook that is nothing', () => {
    const found = findings('minimal', (draft) => draft.set(csv, webhooks, [null]));
    assert.equal(found.length, 1, found.join('\n'));
  });

  it('is found once in two Deployments that select the pods of one another', () => {
    const found = findings('minimal', (draft) => {
      draft.append(csv, deployments, draft.get(csv, `${deployments}[0]`));
      draft.set(csv, `${deployments}[1].name`, 'cache-operator-webhook');
    });
    assert.deepEqual(found, [`deployment-overlap ${deployments}[0].spec.selector`]);
  });

  it('is found once in the name of a Deployment with webhooks', () => {
    const found = findings('scaffolded', (draft) => {
      draft.set(scaffoldedCsv, `${deployments}[0].name`, 'Mgr');
      for (const index of [0, 1, 2]) draft.set(scaffoldedCsv, `${webhooks}[${index}].deploymentName`, 'Mgr');
    });
    assert.deepEqual(found, [`deployment-name ${deployments}[0].name`]);
  });
});
