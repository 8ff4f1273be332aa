import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../../lib/api/index.ts';
import { findingTexts } from '../release.ts';

type Images = Readonly<Record<string, string>>;

const pods = (images: Images) => ({
  spec: { containers: Object.entries(images).map(([name, image]) => ({ name, image })) },
});

function child(kind: string, images: Images, apiVersion = 'apps/v1', spec?: JsonObject): KubernetesObject {
  return { apiVersion, kind, metadata: { name: 'db' }, spec: spec ?? { template: pods(images) } };
}

const childTexts = (before: KubernetesObject, after: KubernetesObject) =>
  findingTexts({ children: [before] }, { children: [after] }).filter((each) => /container|image/.test(each));

const image = (tag: string) => ({ db: `example.com/db:${tag}` });

describe('the comparison of images', () => {
  it('check-upgrade reports an image of another version, which may not read stored data', () => {
    const [before, after] = [child('StatefulSet', image('15.4')), child('StatefulSet', image('16.1'))];
    const ran = 'risky image-changed: StatefulSet db: db runs example.com/db:16.1 and ran example.com/db:15.4';
    assert.deepEqual(childTexts(before, after), [ran]);
    assert.deepEqual(childTexts(after, before), [
      'risky image-changed: StatefulSet db: db runs example.com/db:15.4 and ran example.com/db:16.1',
    ]);
  });

  it('check-upgrade reports a smaller risk of an image without stored data, or nothing for a small step', () => {
    assert.deepEqual(childTexts(child('Deployment', image('1.9')), child('Deployment', image('2.0'))), [
      'notice image-changed: Deployment db: db runs example.com/db:2.0 and ran example.com/db:1.9',
    ]);
    assert.deepEqual(childTexts(child('StatefulSet', image('15.4')), child('StatefulSet', image('15.5'))), []);
    assert.deepEqual(childTexts(child('StatefulSet', image('stable')), child('StatefulSet', image('edge'))), []);
  });

  it('check-upgrade reports an image of another origin, in the pods of any kind', () => {
    const other = { db: 'example.com/team/db:15.4' };
    const what = 'db: db runs example.com/team/db:15.4 and ran example.com/db:15.4';
    assert.deepEqual(childTexts(child('DaemonSet', image('15.4')), child('DaemonSet', other)), [
      `notice image-changed: DaemonSet ${what}`,
    ]);
    const job = (images: Images) =>
      child('CronJob', images, 'batch/v1', { jobTemplate: { spec: { template: pods(images) } } });
    assert.deepEqual(childTexts(job(image('15.4')), job(other)), [`notice image-changed: CronJob ${what}`]);
  });

  it('check-upgrade reports removed containers of a child, and not new ones', () => {
    const both = { ...image('1.0'), metrics: 'example.com/metrics:1.0' };
    assert.deepEqual(childTexts(child('Deployment', both), child('Deployment', image('1.0'))), [
      'notice container-gone: Deployment db: its pods no longer run metrics, of example.com/metrics:1.0',
    ]);
    assert.deepEqual(childTexts(child('Deployment', image('1.0')), child('Deployment', both)), []);
  });
});
