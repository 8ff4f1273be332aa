// An operator whose sources a test changes while it runs.

import { App, Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action, Controller, Operator, Sample, ValidatingWebhook } from 'operand';
import { Note } from './note.ts';
import { shownText } from './text.ts';

export const app = new App();
export const operator = new Operator(app, 'note-operator', {
  version: '0.1.0',
  image: 'example.com/note-operator:0.1.0',
});
new Controller(operator, 'Notes', {
  for: Note,
  owns: [k8s.KubeConfigMap],
  references: [{ kind: k8s.KubeSecret, names: ({ spec: { paper } }) => (paper === undefined ? [] : [paper]) }],
  render: (scope, { metadata: { name }, spec: { text } }) => {
    new k8s.KubeConfigMap(scope, 'Shown', { metadata: { name }, data: { text: shownText(text) } });
  },
  reconcile: () => Action.requeueAfter(Duration.hours(1)),
});
new ValidatingWebhook(operator, 'Rules', {
  for: Note,
  validate: ({ spec: { text } }) => (text === 'spam' ? [{ field: 'spec.text', message: 'is spam' }] : []),
});
new Sample(operator, 'Greeting', { of: Note, spec: { text: 'hello' } });
