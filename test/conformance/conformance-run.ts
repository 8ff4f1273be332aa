// In: a server and a case. Out: the recorded steps. Called by the suites of conformance cases.

import { caseNamespace } from './case-namespace.ts';
import { widgetDefinition } from './cases/sample.ts';
import type { ConformanceServer } from './conformance-server.ts';
import { type ConformanceCase, Session, type Step } from './session.ts';

/** Installs the definition of the custom resources that cases use. */
export async function defineWidgets(server: ConformanceServer): Promise<void> {
  const session = new Session(server, 'default');
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await session.post(definitions, widgetDefinition);
  await session.until(
    'the definition is served',
    '/apis/conformance.example.com/v1/widgets',
    (_, status) => status === 200,
  );
}

/** Returns the steps of a case on a server, in a namespace of its own. */
export async function caseSteps(
  server: ConformanceServer,
  { title, run }: ConformanceCase,
  topic: string,
): Promise<readonly Step[]> {
  const namespace = caseNamespace(`${topic}-${title}`);
  const session = new Session(server, namespace);
  await session.unrecorded('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  await run(session);
  return session.steps;
}
