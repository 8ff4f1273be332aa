import { GeneratedSecret } from 'operand';
import { SampleDB } from './api.ts';
import { credentialsName, labelsOf } from './children.ts';

/** The username and the password of a SampleDB's administrator. */
export const credentials = new GeneratedSecret({
  for: SampleDB,
  condition: 'CredentialsFound',
  secret: ({ metadata: { name }, password }) => ({
    metadata: { name: credentialsName(name), labels: labelsOf(name) },
    stringData: { username: 'root', password: password() },
  }),
});
