import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Controller, isInvalid, ValidatingWebhook } from '../../../lib/index.ts';
import { checkProperties, PropertyError } from '../../../lib/testing/index.ts';
import { Box, type BrokenOperator, box, boxOperator } from '../explorer/broken/box.ts';
import { deadField } from '../explorer/broken/dead-field.ts';
import { Note, note, noteOperator, renderNote } from '../explorer/note-operator.ts';

/** Returns the error of a check. */
async function found(
  limit: number,
  { broken, from }: Pick<BrokenOperator, 'broken' | 'from'> = deadField,
): Promise<PropertyError> {
  try {
    await checkProperties(broken, { from, limit });
  } catch (error) {
    if (PropertyError.is(error)) return error;
    throw error;
  }
  return assert.fail('nothing is found');
}

describe('a check of properties', () => {
  afterEach(() => {
    delete process.env.OPERAND_PROPERTY;
  });

  it('a check of properties reports a command that checks the same change alone', async () => {
    const { message, property, details } = await found(40);
    const [, variable] = /^ {2}OPERAND_PROPERTY='([^']+)' node /m.exec(message) ?? [];
    assert.ok(variable, message);
    process.env.OPERAND_PROPERTY = variable;
    const again = await found(40);
    assert.deepEqual([again.property, again.details], [property, details]);
  });

  it('the command of a report about several fields without effect repeats the check of the first one', async () => {
    const blind = boxOperator((operator) => {
      new Controller(operator, 'Controller', { for: Box, render: () => undefined });
    });
    const from = [box({ label: 'a', items: ['b'] })];
    const ofNoEffect = async () => await found(20, { broken: blind, from });
    const { message, property, details } = await ofNoEffect();
    assert.equal(property, 'every field has an effect');
    assert.equal(details.length, 3, message);
    process.env.OPERAND_PROPERTY = /OPERAND_PROPERTY='([^']+)'/.exec(message)?.[1];
    const again = await ofNoEffect();
    assert.deepEqual([again.property, again.details], [property, details.slice(0, 1)]);
  });

  it('a check of properties tries no spec if the command is for another resource', async () => {
    process.env.OPERAND_PROPERTY = 'box-operator/another:[]';
    const report = await checkProperties(deadField.broken, { from: deadField.from });
    assert.deepEqual(report, { specCount: 0, refusedCount: 0 });
  });

  it('a check of properties refuses a command without a list of changes', async () => {
    process.env.OPERAND_PROPERTY = "box-operator/a:{'size':1}";
    await assert.rejects(checkProperties(deadField.broken, { from: deadField.from }), /is not a list of changes/);
  });

  it('a check of properties reports why the API server refuses its resource', async () => {
    const check = checkProperties(deadField.healthy, { from: box({ size: 4 }) });
    await assert.rejects(check, /^TypeError: the resource can't be checked: .*spec\.size.*less than or equal to 3/);
  });

  it('a check of properties that the API server ends leaves no server of webhooks behind', async () => {
    const validating = noteOperator((operator) => {
      new Controller(operator, 'Controller', { for: Note, owns: [k8s.KubeConfigMap], render: renderNote });
      new ValidatingWebhook(operator, 'Validation', { for: Note, validate: () => [] });
    });
    const invalid = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'A' } };
    await assert.rejects(checkProperties(validating, { from: [invalid, note] }), isInvalid);
    assert.ok(!process.getActiveResourcesInfo().includes('TCPServerWrap'));
  });

  it('a check of properties accepts what each namespace contains beside a deleted resource', async () => {
    const healthy = noteOperator((operator) => {
      new Controller(operator, 'Controller', { for: Note, owns: [k8s.KubeConfigMap], render: renderNote });
    });
    const from = { ...note, metadata: { ...note.metadata, namespace: 'team' } };
    assert.equal((await checkProperties(healthy, { from, limit: 1 })).specCount, 1);
  });

  it('a check of properties lets the declared history of a resource depend on earlier specs', async () => {
    const longest = noteOperator((operator) => {
      new Controller(operator, 'Controller', {
        for: Note,
        owns: [k8s.KubeConfigMap],
        render: renderNote,
        status: ({ spec, resource }) => ({ length: Math.max(spec.text.length, resource.status.length ?? 0) }),
      });
    });
    const isPathFinding = (error: unknown) => PropertyError.is(error) && error.property === 'path independence';
    await assert.rejects(checkProperties(longest, { from: note }), isPathFinding);
    const { specCount } = await checkProperties(longest, { from: note, history: ['Note.status.length'] });
    assert.ok(specCount > 0);
  });
});
