import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileName, singular, typeName } from '../../lib/import/type-name.ts';

describe('the name of a type', () => {
  const names: Readonly<Record<string, string>> = {
    endpoints: 'Endpoints',
    'max-size': 'MaxSize',
    'app.kubernetes.io/name': 'AppKubernetesIoName',
    source_labels: 'SourceLabels',
    http2Enabled: 'Http2Enabled',
    s3bucket: 'S3Bucket',
    é: 'E',
    '1st': 'Field1St',
    日本: 'Field',
    '': 'Field',
  };
  for (const [text, name] of Object.entries(names)) {
    it(`the type of a field is named ${name} for ${JSON.stringify(text)}`, () => {
      assert.equal(typeName(text), name);
    });
  }

  it('the type of a list’s item has a name in the singular, if English has one', () => {
    const all = [
      'Endpoints',
      'Policies',
      'Addresses',
      'Matches',
      'Boxes',
      'Keys',
      'Status',
      'Class',
      'Dns',
      'Args',
      'Data',
    ];
    assert.deepEqual(all.map(singular), [
      ...['Endpoint', 'Policy', 'Address', 'Match', 'Box', 'Key'],
      ...[undefined, undefined, 'Dn', 'Arg', undefined],
    ]);
  });
});

describe('the name of a file', () => {
  it('the file of a kind has a name of words in lower case with dashes between them', () => {
    const all = ['ServiceMonitor', 'HTTPRoute', 'MyKind', 'VMServiceScrape', 'S3Bucket', 'DNSEndpoint'];
    assert.deepEqual(all.map(fileName), [
      ...['service-monitor', 'http-route', 'my-kind', 'vm-service-scrape', 's3-bucket', 'dns-endpoint'],
    ]);
  });
});
