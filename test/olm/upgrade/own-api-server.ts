import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Client } from '../../../lib/client/index.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';
import { adminClient } from '../../runtime/reconcile/applied-object.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';

/** An API server for the tests of one suite, without controllers. */
export interface OwnApiServer {
  readonly controlPlane: ControlPlane;
  /** As its admin. */
  readonly client: Client;
}

/** Has an API server started before the tests of the suite around it, and stopped after them. It isn't there earlier. */
export function ownApiServer(): OwnApiServer {
  let controlPlane: ControlPlane | undefined;
  let client: Client | undefined;

  before(async () => {
    controlPlane = await sharedControlPlane();
    client = await adminClient(controlPlane);
  });

  after(() => client?.close());

  return {
    get controlPlane() {
      return controlPlane ?? assert.fail('the API server runs during tests only');
    },
    get client() {
      return client ?? assert.fail('the API server runs during tests only');
    },
  };
}
