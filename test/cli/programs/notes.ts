// An operator under development, in the edition of the variable EDITION.

import { App } from 'cdk8s';
import { Controller, CustomResource, MutatingWebhook, Operator, ValidatingWebhook } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

const edition = Number(process.env.EDITION ?? 1);
const kind = { group: 'example.com', kind: 'Note' } as const;

class OldNote extends CustomResource({ ...kind, version: 'v1beta1', spec: z.object({ text: z.string() }) }) {}

class Note extends CustomResource({
  ...kind,
  version: 'v1',
  spec: z.object({ text: z.string().max(edition === 1 ? 5 : 50) }),
  versions: [
    {
      of: OldNote,
      up: ({ spec, status }) => ({ spec, status }),
      down: ({ spec, status }) => ({ spec, status }),
    },
  ],
}) {}

class Tag extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Tag',
  spec: z.object({ text: z.string() }),
}) {}

const app = new App();
const operator = new Operator(app, 'note-operator', { version: '0.1.0', image: 'example.com/note-operator:0.1.0' });
new Controller(operator, 'Notes', { for: Note, render: () => undefined });
new ValidatingWebhook(operator, 'Rules', {
  for: Note,
  validate: ({ spec: { text } }) => (text === 'spam' ? [{ field: 'spec.text', message: 'is spam' }] : []),
});
new MutatingWebhook(operator, 'Defaults', {
  for: Note,
  mutate: ({ spec: { text } }) => ({ spec: { text: text.trim() } }),
});
if (edition > 1) {
  new Controller(operator, 'Tags', { for: Tag, render: () => undefined });
  new ValidatingWebhook(operator, 'TagRules', { for: Tag, validate: () => [] });
}
await main(app);
