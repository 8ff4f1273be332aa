// Enters: directory of the volumes and path of a kubeconfig, as arguments. Leaves: a volume for each claim, as it asks.
// A program of its own, started by Cluster, so that claims are answered while a test is busy.

import { HttpClient, loadCredentials } from '../../../client/index.ts';
import { systemClock } from '../../../clock/index.ts';
import { VolumeProvisioner } from './volume-provisioner.ts';

const [directory = '', kubeconfig = ''] = process.argv.slice(2);
const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
const client = new HttpClient(credentials, { clock: systemClock });
await new VolumeProvisioner(client, systemClock, directory).run(new AbortController().signal);
