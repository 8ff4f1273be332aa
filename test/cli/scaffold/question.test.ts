import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { answerTo } from '../../../lib/cli/scaffold/question.ts';

const question = {
  option: '--size',
  meaning: 'the size, such as 3',
  finding: (value: string) => (/^\d+$/.test(value) ? undefined : 'a size is a number'),
};

/** Returns a terminal on which a person answers each question, and then ends the input; and the text that it shows. */
function terminal(...answers: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...answers];
  let shown = '';
  output.on('data', (text: Buffer) => {
    shown += String(text);
    if (!shown.endsWith(': ')) return;
    const answer = left.shift();
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  return { input, output, shown: () => shown };
}

describe('the value of an option', () => {
  it('a given value of an option is used without a question', async () => {
    const person = terminal('4');
    assert.equal(await answerTo('3', question, person), '3');
    assert.equal(person.shown(), '');
  });

  it('a missing value of an option is asked for on a terminal until it is valid', async () => {
    const person = terminal('big', ' 3 ');
    assert.equal(await answerTo(undefined, question, person), '3');
    assert.equal(person.shown(), 'the size, such as 3: a size is a number\nthe size, such as 3: ');
  });

  it('the fallback of an option replaces an empty answer, and a missing terminal', async () => {
    const withFallback = { ...question, fallback: '7' };
    assert.equal(await answerTo(undefined, withFallback, terminal('')), '7');
    assert.equal(await answerTo(undefined, withFallback), '7');
  });

  it('a question without a terminal, or without an answer, fails with the name of the option', async () => {
    await assert.rejects(answerTo(undefined, question), { message: '--size is missing: the size, such as 3' });
    await assert.rejects(answerTo(undefined, question, terminal()), {
      message: 'there is no answer: pass --size',
    });
  });

  it('an invalid value of an option is refused with the reason', async () => {
    await assert.rejects(answerTo('big', question), { message: '--size big: a size is a number' });
  });
});
