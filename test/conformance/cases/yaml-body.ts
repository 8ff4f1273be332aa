import type { ConformanceCase } from '../session.ts';
import { widgets } from './sample.ts';

/** Faulty bodies. */
const bodies: Readonly<Record<string, string>> = {
  'an unknown anchor': 'metadata: *x\n',
  'a control character': 'a: \u0001\n',
  'an unknown escape': 'a: "\\q"\n',
  'an unknown escape in another line': 'metadata:\n  name: "\\q"\n',
  'a reserved character': 'a: @b\n',
  'a reserved character in another line': 'metadata:\n  name: `b`\n',
  'a tab': 'metadata:\n\tname: a\n',
  'a mapping in a line of one': 'a: b: c\n',
  'a mapping in another line of one': 'metadata:\n  name: b: c\n',
  'an unknown directive': '%x\nmetadata: {name: a}\n',
  'an unknown directive below a comment': '# a\n\n%x\nmetadata: {name: a}\n',
  'a text': 'abc\n',
  'a list': '- a\n',
  nothing: '',
  'a comment': '# a\n',
  'a number for an object': 'metadata: 5\n',
  'two documents': 'metadata: {name: a}\n---\nmetadata: {name: b}\n',
};

/** Bodies that aren't YAML, or no objects, of writes and applies. */
export const yamlBodyCases: readonly ConformanceCase[] = Object.entries(bodies).map(([what, body]) => ({
  title: `refuses ${what} for an object in YAML`,
  run: async (session) => {
    for (const resource of ['configmaps', widgets]) {
      await session.post(`${session.path(resource)}?dryRun=All`, body, { contentType: 'application/yaml' });
      await session.patch('apply', `${session.path(resource, 'a')}?fieldManager=me&dryRun=All`, body);
    }
  },
}));
