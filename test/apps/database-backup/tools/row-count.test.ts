import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RowCount } from '../../../../apps/database-backup/tools/row-count.ts';

const dump = [
  '-- Table structure for table `ü`',
  'CREATE TABLE `ü` (',
  '  `text` text DEFAULT NULL',
  ');',
  'INSERT INTO `ü` VALUES',
  "('INSERT INTO `other` VALUES\\n(1)'),",
  `(${'x'.repeat(2000)}),`,
  '(NULL);',
  'CREATE TABLE `o``dd` (',
  ');',
  '(not a row',
  'INSERT INTO `o``dd` VALUES',
  '(1);',
  'CREATE TABLE `empty` (',
  ');',
  'DELIMITER ;;',
  'CREATE PROCEDURE `seed`()',
  'BEGIN',
  'CREATE TABLE `late` (',
  '  a int);',
  'INSERT INTO `empty` VALUES',
  '(1),',
  '(2);',
  'END ;;',
  'DELIMITER ;',
  'CREATE TABLE `after` (',
  ');',
  'INSERT INTO `after` VALUES',
  '(1);',
  'CREATE TABLE `hidden` (',
  ');',
  'INSERT INTO `hidden` (`a`, `b`) VALUES (1,2),',
  '(3,4);',
  '',
].join('\n');

async function rowsOf(chunks: readonly Uint8Array[]): Promise<Readonly<Record<string, number>>> {
  const count = new RowCount();
  async function* content() {
    yield* chunks;
  }
  for await (const chunk of count.of(content())) assert.ok(chunks.includes(chunk));
  return count.rows;
}

describe('the count of rows in a dump of mariadb-dump', () => {
  it('the count of rows in a dump of mariadb-dump leaves routines out, and is the same for any lengths of the chunks', async () => {
    const bytes = Buffer.from(dump);
    const expected = { ü: 3, 'o`dd': 1, empty: 0, after: 1, hidden: 2 };
    assert.deepEqual(await rowsOf([bytes]), expected);
    assert.deepEqual(await rowsOf([...bytes].map((byte) => Uint8Array.of(byte))), expected);
    for (const end of [10, 100, 300, 1500, 2300]) {
      assert.deepEqual(await rowsOf([bytes.subarray(0, end), bytes.subarray(end)]), expected);
    }
  });
});
