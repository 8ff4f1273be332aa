import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/schema/index.ts';
import { objectMetadataFindings } from '../../../../lib/schema/structural/index.ts';
import { fitMetadata, unfitMetadata } from './metadata-sample.ts';

const pathsOf = (metadata: JsonObject) => objectMetadataFindings(metadata, 'metadata').map(({ path }) => path);

describe('the metadata of an object', () => {
  for (const metadata of fitMetadata) {
    it(`metadata that API servers accept has no findings: ${JSON.stringify(metadata)}`, () => {
      assert.deepEqual(pathsOf(metadata), []);
    });
  }

  for (const [metadata, path] of unfitMetadata) {
    it(`metadata is refused: ${JSON.stringify(metadata).slice(0, 120)}`, () => {
      assert.deepEqual(pathsOf(metadata), [path]);
    });
  }
});
