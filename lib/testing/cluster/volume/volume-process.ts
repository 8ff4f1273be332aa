// In: directory of the volumes and path of a kubeconfig, as arguments. Out: a volume for each claim. A separate
// program, started by Cluster, so that claims are bound while a test keeps its process busy.

import { HttpClient, loadCredentials } from '../../../client/index.ts';
import { systemClock } from '../../../clock/index.ts';
import { VolumeProvisioner } from './volume-provisioner.ts';

const [directory = '', kubeconfig = ''] = process.argv.slice(2);
const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
const client = new HttpClient(credentials, { clock: systemClock });
await new VolumeProvisioner(client, systemClock, directory).run(new AbortController().signal);
