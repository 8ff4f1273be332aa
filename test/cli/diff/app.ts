// The operator of crates, in the release of the variable RELEASE.

import { main } from '../../../lib/cli/index.ts';
import { crateApp } from './crate.ts';

await main(crateApp(JSON.parse(process.env.RELEASE ?? '{}')));
