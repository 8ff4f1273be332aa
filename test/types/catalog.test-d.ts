// Checked by the compiler alone: a channel has only valid names and versions.

import type { CatalogProps, ChannelProps } from '../../lib/olm/index.ts';

declare function channel(props: ChannelProps): void;
declare function deprecated(releases: CatalogProps['deprecatedReleases']): void;

channel({ versions: '1.x', skips: ['1.2.0', '1.3.0-rc.1'], direct: 'minor', deprecation: 'Take 2.x.' });
channel({ entries: [{ version: '1.2.0', replaces: '1.0.0', skips: ['1.1.0'], skipRange: '<1.2.0' }] });
deprecated({ '1.0.0': 'It loses data.' });

// @ts-expect-error: entries that are given aren't derived
channel({ entries: [{ version: '1.0.0' }], direct: 'minor' });
// @ts-expect-error: nor are they chosen by a range
channel({ entries: [{ version: '1.0.0' }], versions: '1.x' });
